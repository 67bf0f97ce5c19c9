/** What only a base says that cannot be trusted: that a thing was removed from Git, or had another name. */

import type { Expected } from "../expected.ts";
import type { Thing } from "../truth.ts";
import { namedBy } from "./named.ts";

/**
 * Returns a function that tells whether untrusted renames concern a thing: the thing has another name in an untrusted
 * base, is inside such a thing, or refers to such a thing.
 */
export function renamedBy(isDoubted: (thing: Thing) => boolean): (thing: Thing) => boolean {
  const isRenamed = (thing: Thing): boolean =>
    (isDoubted(thing) && (thing.renamed ?? thing.calledAs) !== undefined) ||
    (!!thing.parent && isRenamed(thing.parent)) ||
    namedBy(thing, "desired").some(isRenamed);
  return isRenamed;
}

/** True if it cannot be decided whether to make a change, because base is in doubt. */
export function isDoubtful(
  { thing, action }: Pick<Expected, "thing" | "action">,
  isDoubted: (thing: Thing) => boolean,
): boolean {
  return action === "remove" ? isDoubted(thing) : renamedBy(isDoubted)(thing);
}
