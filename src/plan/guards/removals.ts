/** Many objects that go, or are gone: the sign of a lost file or a lying reply rather than of an intention. Pure. */

import type { Change } from "../../model/change.ts";
import { byKey } from "../../model/compare.ts";
import type { RemovalLimit } from "../../model/project.ts";
import { resourceOf } from "../prerequisites.ts";
import { type Danger, type Guard, type GuardInput, writtenChanges } from "./finding.ts";

const byDefault: RemovalLimit = { percent: 30, minimum: 10 };

/**
 * Found when the removals of one kind at one target are more than `percent` of its objects, and those are at least
 * `minimum`. Its objects: what base or desired state declares.
 */
export const removals: Guard = (on) => {
  const removed = writtenChanges(on).filter(({ action }) => action === "remove");
  return tooMany(on, removed, { guard: "removals", would: "would be removed" });
};

/**
 * Found when as many objects that base declares are not there any more and would be created a second time: a
 * controller that answers with an empty list has perhaps not lost them.
 */
export const vanished: Guard = (on) => {
  const gone = writtenChanges(on).filter(
    ({ action, address }) => action === "create" && on.base?.resources.has(address),
  );
  return tooMany(on, gone, {
    guard: "vanished",
    would: "have disappeared since they were applied, and would be created again",
  });
};

interface RemovalWording {
  readonly guard: Danger["guard"];
  readonly would: string;
}

function tooMany(
  on: GuardInput,
  changes: readonly Change[],
  { guard, would }: RemovalWording,
): Danger | undefined {
  if (changes.length === 0) return undefined;
  const objects = objectsIn(on);
  const groups = [...Map.groupBy(changes, (change) => groupOf(resourceOf(change)))].sort(byKey);
  const many = groups.filter(([group, { length }]) => {
    const { percent, minimum } = { ...byDefault, ...on.facts.get(targetOf(group))?.removals };
    const all = objects.get(group) ?? 0;
    return all >= minimum && length * 100 > all * percent;
  });
  if (many.length === 0) return undefined;
  const sizes = many.map(([group, { length }]) => `${length} of ${objects.get(group)} ${group}`);
  const addresses = many.flatMap(([, found]) => found.map(({ address }) => address));
  return { guard, message: `${sizes.join(", ")} ${would}`, addresses };
}

/** How many objects base or desired state declare, by target and kind. */
function objectsIn({ desired, base }: GuardInput): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (group: string) => counts.set(group, (counts.get(group) ?? 0) + 1);
  for (const resource of desired.resources.values()) count(groupOf(resource));
  for (const [address, resource] of base?.resources ?? [])
    if (!desired.resources.has(address)) count(groupOf(resource));
  return counts;
}

function groupOf({ target, kind }: { readonly target: string; readonly kind: string }): string {
  return `${target}/${kind}`;
}

function targetOf(group: string): string {
  return group.slice(0, group.indexOf("/"));
}
