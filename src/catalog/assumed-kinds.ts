/** Kinds whose changes a product's change log is assumed to contain. Pure. */

import type { KindFile } from "./schema/kind.ts";
import type { ProductFile } from "./schema/product.ts";

/**
 * Returns the kinds below the kind that log entries are about, except the kinds in `tells`. Changes of these kinds are
 * assumed to be logged too.
 */
export function assumedKinds(
  { of, tells, assumes }: NonNullable<ProductFile["changes"]>,
  files: readonly KindFile[],
): readonly string[] {
  if (assumes === undefined) return [];
  const parents = new Map(files.map(({ kind, in: parent }) => [kind, parent]));
  const isWithin = (kind: string): boolean => {
    const parent = parents.get(kind);
    return parent !== undefined && (parent === of.kind || isWithin(parent));
  };
  return [...parents.keys()].filter((kind) => !Object.hasOwn(tells, kind) && isWithin(kind));
}
