/** What a base that nobody believes says of a thing: that it is to go, or what it was called. */

import type { Expected } from "../expected.ts";
import type { Thing } from "../truth.ts";
import { namedBy } from "./named.ts";

/** True for what base calls otherwise, and nobody believes it; for what is in such a thing, or names it. */
export function renamedBy(isDoubted: (thing: Thing) => boolean): (thing: Thing) => boolean {
  const isRenamed = (thing: Thing): boolean =>
    (isDoubted(thing) && (thing.renamed ?? thing.calledAs) !== undefined) ||
    (!!thing.parent && isRenamed(thing.parent)) ||
    namedBy(thing, "desired").some(isRenamed);
  return isRenamed;
}

/** True where a doubt of base means that nobody can decide it. */
export function isDoubtful(
  { thing, action }: Pick<Expected, "thing" | "action">,
  isDoubted: (thing: Thing) => boolean,
): boolean {
  return action === "remove" ? isDoubted(thing) : renamedBy(isDoubted)(thing);
}
