/** Desired state that takes drift back and nothing else: as base has it, where Git has not changed since. Pure. */

import type { Desired, Resource } from "../model/desired.ts";
import { isObject, sameJson } from "../model/json.ts";
import { writtenPath } from "../model/list-identity.ts";
import { at, type Pointer, pointer } from "../model/pointer.ts";
import { changedPaths } from "./pull-request.ts";

/** Both sides of a comparison that finds drift alone. */
export interface RevertedSides {
  readonly desired: Desired;
  readonly base: Desired;
}

/**
 * What base declares, with the fields that Git has changed since left as they are live (as `ignore:` leaves them).
 *
 * | desired  | base     | is compared                                              |
 * |----------|----------|----------------------------------------------------------|
 * | the same | the same | whole                                                    |
 * | other    | fields   | as base has it, without the fields that differ, and without elements that differ in all |
 * | elsewhere, called otherwise, with another secret, or not at all | yes | not: it is pending |
 * | yes      | no       | not: it is pending                                       |
 *
 * What is not compared is in neither of the two results, so nothing is removed on its account.
 */
export function reverting(desired: Desired, base: Desired): RevertedSides {
  const sides = { desired, base };
  const resources = [...base.resources].flatMap(([address, was]) => {
    const now = desired.resources.get(address);
    return now && staysPut(now, was, sides) ? [[address, withoutChanges(now, was)] as const] : [];
  });
  const kept = new Map(resources);
  const locate: Desired["locate"] = (address, path) => desired.locate(address, path);
  const same = new Map([...base.resources].filter(([address]) => kept.has(address)));
  const { written } = desired;
  return { desired: { resources: kept, locate, written }, base: { ...base, resources: same } };
}

/**
 * What is in another place, has another owner or another secret is Git's change as a whole. So is what is called
 * otherwise, with all that is in it: who is live under the name of now would not be found by the one of before.
 */
function staysPut(now: Resource, was: Resource, sides: RevertedSides): boolean {
  const secrets = [...now.secrets, ...was.secrets];
  const parent = now.parent === undefined ? undefined : sides.desired.resources.get(now.parent);
  const former = was.parent === undefined ? undefined : sides.base.resources.get(was.parent);
  return (
    now.identity === was.identity &&
    now.parent === was.parent &&
    (!parent || !former || staysPut(parent, former, sides)) &&
    now.ownership === was.ownership &&
    sameJson(now.scope, was.scope) &&
    secrets.every((path) => sameJson(at(now.value, path), at(was.value, path)))
  );
}

function withoutChanges(now: Resource, was: Resource): Resource {
  const changed = changedPaths(now, was);
  if (changed.length === 0) return now;
  return { ...was, ignored: [...(now.ignored ?? []), ...withWholeElements(was, changed)] };
}

/**
 * An element of a list, of which Git has changed all but what names it, is Git's change as a whole: whether it is live
 * is not drift.
 */
function withWholeElements(was: Resource, changed: readonly Pointer[]): readonly Pointer[] {
  const paths = changed.map((path) => {
    const outer = path.slice(0, path.lastIndexOf("/"));
    const leaves = was.lists[outer.slice(0, Math.max(0, outer.lastIndexOf("/")))];
    const element = leaves && at(was.value, pointer(writtenPath(was, outer)));
    if (!leaves || element === undefined || !isObject(element)) return path;
    const own = Object.keys(element).filter((name) => !leaves.includes(name));
    return own.every((name) => changed.includes(`${outer}${pointer([name])}`)) ? outer : path;
  });
  return [...new Set(paths)];
}
