/** The declarations of an untrusted base: that a thing is to be removed, or its former name. */

import type { Expected } from "../expected.ts";
import type { Thing } from "../truth.ts";
import { namedBy } from "./named.ts";

/** True for things with another name in an untrusted base, for their children, and for things that refer to these. */
export function renamedBy(isDoubted: (thing: Thing) => boolean): (thing: Thing) => boolean {
  const isRenamed = (thing: Thing): boolean =>
    (isDoubted(thing) && (thing.renamed ?? thing.calledAs) !== undefined) ||
    (!!thing.parent && isRenamed(thing.parent)) ||
    namedBy(thing, "desired").some(isRenamed);
  return isRenamed;
}

/** True if a doubt about base makes a change undecidable. */
export function isDoubtful(
  { thing, action }: Pick<Expected, "thing" | "action">,
  isDoubted: (thing: Thing) => boolean,
): boolean {
  return action === "remove" ? isDoubted(thing) : renamedBy(isDoubted)(thing);
}
