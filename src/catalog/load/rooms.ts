/**
 * Checks the key `unless` of reads. It names a kind and a field. Certain values of this field make a create possible
 * that is otherwise impossible (`cannot`). The kind must have the same parent and the named field, and must be written
 * first.
 */

import { meant } from "../../yaml/did-you-mean.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { readTemplate } from "../operations.ts";
import type { KindFile } from "../schema/kind.ts";
import type { CatalogFile } from "./file.ts";

/** Reports every `unless` that is invalid, or whose kind is not written first. */
export function checkRooms(kinds: readonly CatalogFile<KindFile>[]): void {
  const byName = new Map(kinds.map(({ data }) => [data.kind, data]));
  for (const { data, reading } of kinds)
    for (const word of ["list", "item"] as const)
      for (const [index, row] of (readTemplate(data[word])?.none ?? []).entries()) {
        const found = row.unless && faultIn(data, row, byName);
        if (!found) continue;
        const path = [word, "none", String(index), "unless", ...found.path];
        note(reading, path, [{ code: "invalid-value", ...found.said, path: [], at: "value" }]);
      }
}

type Row = NonNullable<NonNullable<ReturnType<typeof readTemplate>>["none"]>[number];
type Fault = {
  readonly path: readonly string[];
  readonly said: { readonly message: string; readonly hint?: string | undefined };
};

function faultIn(
  of: KindFile,
  { cannot, unless }: Row,
  byName: ReadonlyMap<string, KindFile>,
): Fault | undefined {
  if (!unless) return undefined;
  const fault = (path: readonly string[], message: string, hint?: string) => ({
    path,
    said: { message, hint },
  });
  if (cannot === undefined) return fault([], "`unless` needs `cannot`");
  const other = byName.get(unless.kind);
  if (!other)
    return fault(["kind"], `there is no kind \`${unless.kind}\` here`, meant(unless.kind, byName.keys()));
  if (other.in !== of.in) return fault(["kind"], `\`${unless.kind}\` has another parent than \`${of.kind}\``);
  if (!Object.hasOwn(other.fields, unless.field))
    return fault(
      ["field"],
      `\`${unless.kind}\` has no field \`${unless.field}\``,
      meant(unless.field, Object.keys(other.fields)),
    );
  const isBefore = of.after?.includes(other.kind) || other.makes?.includes(of.kind);
  if (isBefore) return undefined;
  return fault(
    ["kind"],
    `\`${of.kind}\` is not written after \`${other.kind}\`, which \`unless\` requires`,
    `Write \`after: [${other.kind}]\`.`,
  );
}
