/**
 * Guards against removing many objects, and against many objects being missing. Both indicate a lost file or a wrong
 * reply rather than an intention. Pure.
 */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { byKey } from "../../model/compare.ts";
import type { Desired } from "../../model/desired.ts";
import type { RemovalLimit } from "../../model/project.ts";
import { resourceOf } from "../prerequisites.ts";
import { type Danger, type Guard, type GuardInput, writtenChanges } from "./finding.ts";

const byDefault: RemovalLimit = { percent: 30, minimum: 10 };

/** Returns the limit of removals without a consent: the target's setting, or the default. */
export function removalLimit(own: Partial<RemovalLimit> | undefined): RemovalLimit {
  return { ...byDefault, ...own };
}

/**
 * Triggers if the removals of one kind at one target exceed `percent` of its objects, and there are at least `minimum`
 * objects. The objects are those that base declares. Resources that are new in desired do not count, because they did
 * not exist.
 */
export const removals: Guard = (on) =>
  tooMany(on, ({ action }) => action === "remove", { guard: "removals", would: "would be removed" });

/**
 * Triggers if more objects of base than `removals` allows are missing and would be recreated. A controller that returns
 * an empty list has probably not lost its objects.
 */
export const vanished: Guard = (on) =>
  tooMany(on, ({ action, address }, base) => action === "create" && base?.resources.has(address) === true, {
    guard: "vanished",
    would: "have disappeared since they were applied, and would be recreated",
  });

interface RemovalWording {
  readonly guard: Danger["guard"];
  readonly would: string;
}

/**
 * Returns the danger if there are too many changes in a group; undefined if there are not. The percentage refers to the
 * whole plan even if the plan is narrowed, so that many small plans do not go unnoticed.
 */
function tooMany(
  on: GuardInput,
  isMeant: (change: Change, base: Desired | undefined) => boolean,
  { guard, would }: RemovalWording,
): Danger | undefined {
  const own = writtenChanges(on).filter((change) => isMeant(change, on.base));
  if (own.length === 0) return undefined;
  const whole = on.whole?.();
  const others = whole?.written.filter((change) => isMeant(change, whole.base)) ?? [];
  const all = new Map([...others, ...own].map((change) => [change.address, change]));
  const groupOf = groupsBefore(on);
  const objects = objectsIn(on);
  const written = Map.groupBy(own, groupOf);
  const groups = [...Map.groupBy(all.values(), groupOf)].sort(byKey);
  const many = groups.filter(([group, { length }]) => {
    const { percent, minimum } = removalLimit(on.facts.get(targetOf(group))?.removals);
    const there = objects.get(group) ?? 0;
    return written.has(group) && there >= minimum && length * 100 > there * percent;
  });
  if (many.length === 0) return undefined;
  const sizes = many.map(([group, { length }]) => `${length} of ${objects.get(group)} ${group}`);
  const addresses = many.flatMap(([group]) => (written.get(group) ?? []).map(({ address }) => address));
  const total = many.reduce((sum, [, { length }]) => sum + length, 0);
  const part = addresses.length < total ? ` in total, ${addresses.length} of them by this plan` : "";
  return { guard, message: `${sizes.join(", ")} ${would}${part}`, addresses };
}

/** The number of objects in base, by target and kind. */
function objectsIn({ base, recorded = base }: GuardInput): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { target, kind } of recorded?.resources.values() ?? []) {
    const group = `${target}/${kind}`;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns a function that gives the target and kind of a change in base. Both are taken from base, because in desired
 * another section may declare a device's tree.
 */
function groupsBefore({ base, recorded = base, moves = [] }: GuardInput): (change: Change) => string {
  const former = new Map<Address, Address>(moves.map(({ address, was }) => [address, was]));
  return (change) => {
    const was = recorded?.resources.get(former.get(change.address) ?? change.address);
    const { target, kind } = was ?? resourceOf(change);
    return `${target}/${kind}`;
  };
}

function targetOf(group: string): string {
  return group.slice(0, group.indexOf("/"));
}
