/** The output of a derivation for the person who started it. */

import type { Derivation } from "../../src/catalog/derive/derive.ts";

interface Outcome {
  readonly stale: readonly string[];
  readonly others: readonly string[];
  readonly isWritten: boolean;
  /** The proposed text of `product.yaml`, from the description, if the product has no such file yet. */
  readonly product: string;
}

/** The derived kinds by form, paths that are not kinds, open questions, and changes. */
export function summary(derived: Derivation, { stale, others, isWritten, product }: Outcome): string {
  const kinds = Object.values(derived.kinds);
  const forms = Map.groupBy(kinds, (kind) => String(kind.form));
  const whole = kinds.filter((kind) => (kind.list ?? kind.item) !== undefined && kind.update !== undefined);
  return [
    `${kinds.length} kinds, ${whole.length} with read and update`,
    ...[...forms].map(([form, all]) => `  ${form}: ${all.length}`),
    ...part(
      "Paths that did not become kinds",
      [...derived.notKinds].map(([path, reason]) => `${path}: ${reason}`),
    ),
    ...part("Not known", derived.unknown),
    ...part("In the folder, but not derived", others),
    ...part(isWritten ? "Written" : "Would change", stale),
    ...part("For product.yaml", product.split("\n").slice(0, -1)),
    "",
  ].join("\n");
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];
}
