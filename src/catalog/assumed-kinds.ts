/** Kinds of which it is assumed that a product's change log tells of each change. Pure. */

import type { KindFile } from "./schema/kind.ts";
import type { ProductFile } from "./schema/product.ts";

/** The kinds in what entries of a change log are about of which it is assumed that their changes are in it. */
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
