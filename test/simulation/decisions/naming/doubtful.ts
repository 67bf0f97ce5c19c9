/** What only an untrusted base says: that Git removed a resource, or that it had another name. */

import type { Expected } from "../expected.ts";
import type { Thing } from "../truth.ts";
import { namedBy } from "./named.ts";

/**
 * Returns a function that is true for a resource that has another name in an untrusted base, is inside such a resource,
 * or refers to one.
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
