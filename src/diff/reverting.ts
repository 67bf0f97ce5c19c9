/** Desired state that takes drift back and nothing else: as base has it, where Git has not changed since. Pure. */

import type { Desired, Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { at } from "../model/pointer.ts";
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
 * | other    | fields   | as base has it, without the fields that differ           |
 * | elsewhere, with another secret, or not at all | yes | not: it is pending      |
 * | yes      | no       | not: it is pending                                       |
 *
 * What is not compared is in neither of the two results, so nothing is removed on its account.
 */
export function reverting(desired: Desired, base: Desired): RevertedSides {
  const resources = [...base.resources].flatMap(([address, was]) => {
    const now = desired.resources.get(address);
    return now && staysPut(now, was) ? [[address, withoutChanges(now, was)] as const] : [];
  });
  const kept = new Map(resources);
  const locate: Desired["locate"] = (address, path) => desired.locate(address, path);
  const same = new Map([...base.resources].filter(([address]) => kept.has(address)));
  return { desired: { resources: kept, locate }, base: { ...base, resources: same } };
}

/** What is in another place, has another owner or another secret is Git's change as a whole. */
function staysPut(now: Resource, was: Resource): boolean {
  const secrets = [...now.secrets, ...was.secrets];
  return (
    now.parent === was.parent &&
    now.ownership === was.ownership &&
    sameJson(now.scope, was.scope) &&
    secrets.every((path) => sameJson(at(now.value, path), at(was.value, path)))
  );
}

function withoutChanges(now: Resource, was: Resource): Resource {
  const changed = changedPaths(now, was);
  return changed.length === 0 ? now : { ...was, ignored: [...(now.ignored ?? []), ...changed] };
}
