/** What is known of a product's change log, by its catalog. Pure. */

import type { KindFile } from "../../catalog/vocabulary/kind.ts";
import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import type { ChangeFacts } from "../change-log.ts";

/** What is known of a product's log. */
export function changeFacts(
  { changes, limits }: ProductFile,
  files: readonly KindFile[],
): ChangeFacts | undefined {
  if (changes === undefined || limits.sharedBy === undefined) return undefined;
  const { of, part, tells, daysBack, lateSeconds } = changes;
  const told = files.filter(({ kind }) => Object.hasOwn(tells, kind));
  return {
    ...{ within: limits.sharedBy, of: of.kind, part: part?.kind, tells: Object.keys(tells) },
    ...{ daysBack, lateSeconds, basis: JSON.stringify([changes, told]) },
  };
}
