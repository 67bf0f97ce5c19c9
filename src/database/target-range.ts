/** Which calls a worker gets, as SQL. */

import type { TargetRange } from "./contract.ts";

/** A condition of `target`, with its parameters from `$at` on: see `rangeValues`. */
export function inRange(target: string, at: number): string {
  const globs = (place: number) => `$${place}::text[]`;
  return `((${globs(at)} IS NULL OR ${target} LIKE ANY(${globs(at)})) AND NOT ${target} LIKE ANY(${globs(at + 1)}))`;
}

/** The values of the parameters of `inRange`. */
export function rangeValues({ only, except = [] }: TargetRange): readonly unknown[] {
  return [only?.map(likeOf) ?? null, except.map(likeOf)];
}

/** A glob as a pattern of LIKE. */
function likeOf(glob: string): string {
  return glob.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
