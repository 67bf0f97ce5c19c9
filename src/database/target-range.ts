/** The targets of a worker, as SQL. */

import type { TargetRange } from "./contract.ts";

/** A condition on the column `target`. Its parameters begin at `$at`: see `rangeValues`. */
export function inRange(target: string, at: number): string {
  const globs = (place: number) => `$${place}::text[]`;
  return `((${globs(at)} IS NULL OR ${target} LIKE ANY(${globs(at)})) AND NOT ${target} LIKE ANY(${globs(at + 1)}))`;
}

/** The values of the parameters of `inRange`. */
export function rangeValues({ only, except = [] }: TargetRange): readonly unknown[] {
  return [only?.map(likeOf) ?? null, except.map(likeOf)];
}

/** The pattern for LIKE that means the same as a glob. */
function likeOf(glob: string): string {
  return glob.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
