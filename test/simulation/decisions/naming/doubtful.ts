/** What only an untrusted base says: that a thing is to be removed, or what its former name was. */

import type { Expected } from "../expected.ts";
import type { Thing } from "../truth.ts";
import { namedBy } from "./named.ts";

/**
 * Returns a function that tells whether a thing is affected by renames in an untrusted base: the thing has another name
 * there, is inside a renamed thing, or refers to one.
 */
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
