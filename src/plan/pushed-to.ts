/**
 * The devices that changes reach. A device is reached because it refers to what is changed, or because all devices take
 * the change. Pure.
 */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byKey, byText } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isArray } from "../model/json.ts";
import type { LiveDevices } from "../model/live/live-devices.ts";
import type { ReachedKind, TouchedThing } from "../model/place.ts";
import type { Plan } from "../model/plan/plan.ts";
import { at, pointer } from "../model/pointer.ts";
import { referred } from "../model/references.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";

/** The sides of a plan that decide which devices its changes reach. */
interface ReachSides {
  readonly changes: readonly Change[];
  readonly desired: Desired;
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/** A change that reaches devices. */
interface Reaching {
  readonly change: Change;
  /** True if the change is pushed to the devices that refer to the changed resource. */
  readonly pushes: boolean;
  /** The changed resource. For an update, also all resources that refer to it, directly or through others. */
  readonly users: readonly Resource[];
  /** The kinds whose live resources are all affected. */
  readonly kinds: readonly ReachedKind[];
}

/** The changes that reach devices. */
export function reachingChanges({ changes, desired, facts }: ReachSides): readonly Reaching[] {
  const kindOf = ({ target, kind }: Resource) => facts.get(target)?.kinds.get(kind);
  const mayReach = (change: Change) => {
    const kind = kindOf(resourceOf(change));
    return kind?.reaches !== undefined || (change.action === "update" && kind?.pushes === true);
  };
  const open = changes.filter(mayReach);
  if (open.length === 0) return [];
  const all = [...desired.resources.values()];
  const users = usersAmong(all);
  const reachedBy = (resource: Resource) => kindOf(resource)?.reaches;
  const active = Map.groupBy(
    all.filter((each) => reachedBy(each) !== undefined),
    ({ parent }) => parent,
  );
  return open.map((change) => {
    const own = resourceOf(change);
    const found = change.action === "update" ? [own, ...usersOf(change.address, users)] : [own];
    const inside = found.flatMap(({ address }) => active.get(address) ?? []);
    const pushes = change.action === "update" && kindOf(own)?.pushes === true;
    const kinds = [...found, ...inside].flatMap((each) => reachedBy(each) ?? []);
    return { change, pushes, users: found, kinds };
  });
}

/**
 * Returns the parts of a plan that say what its changes touch. `live`: the live devices by target. Absent: only
 * declared devices are known.
 */
export function touchingOf(
  sides: ReachSides,
  live?: ReadonlyMap<string, LiveDevices>,
): Pick<Plan, "touched" | "pushed" | "pushedMore" | "pushedUnknown"> {
  return { touched: touchedWords(sides.changes, sides.facts), ...pushedTo(sides, live) };
}

/**
 * Returns the things that policies count, such as devices, for the kinds and scope keys of the changed resources, by
 * `target/word`. Undefined: there are none.
 */
function touchedWords(changes: readonly Change[], facts: ReadonlyMap<string, TargetFacts>): Plan["touched"] {
  const found = new Map<string, TouchedThing>();
  for (const change of changes) {
    const { target, kind, scope } = resourceOf(change);
    for (const word of [kind, ...Object.keys(scope)]) {
      const of = facts.get(target)?.kinds.get(word);
      const what = of ? of.touched : word === "device" ? word : undefined;
      if (what) found.set(`${target}/${word}`, what);
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries([...found].sort(byKey));
}

/**
 * Returns three maps. The first has, for each change, the declared and live devices to which the change is pushed. The
 * second has, for each change, how many more devices the product counts. The third says, for each target, why there may
 * be further devices.
 */
function pushedTo(
  sides: ReachSides,
  live: ReadonlyMap<string, LiveDevices> = new Map(),
): Pick<Plan, "pushed" | "pushedMore" | "pushedUnknown"> {
  const { facts } = sides;
  const kindOf = ({ target, kind }: Resource) => facts.get(target)?.kinds.get(kind);
  const reaching = reachingChanges(sides);
  const counted = reaching.flatMap(({ change, pushes, users, kinds }) => {
    const { target } = resourceOf(change);
    const { users: devices = [], every } = live.get(target) ?? {};
    const used = new Set(users.map(({ address }) => address));
    const declared = users.filter((each) => kindOf(each)?.touched === "device").map(({ key }) => key);
    const attached = devices.filter(({ uses }) => uses.some((each) => used.has(each)));
    const all = kinds.flatMap(({ kind }) => every?.get(kind) ?? []);
    const names = [...(pushes ? [...declared, ...attached.map(({ name }) => name)] : []), ...all];
    const distinct = [...new Set(names)].sort(byText);
    return [{ address: change.address, distinct, more: shownCount(change, kindOf) - distinct.length }];
  });
  const pushed = counted.filter(({ distinct }) => distinct.length > 0);
  const more = counted.filter((each) => each.more > 0);
  const targets = new Set(reaching.map(({ change }) => resourceOf(change).target));
  const unread = [...targets].sort(byText).flatMap((target): readonly (readonly [string, string])[] => {
    const problem = live.get(target)?.problem;
    return problem ? [[target, problem.message]] : [];
  });
  return {
    ...(pushed.length > 0 && { pushed: entries(pushed.map((one) => [one.address, one.distinct])) }),
    ...(more.length > 0 && { pushedMore: entries(more.map((one) => [one.address, one.more])) }),
    ...(unread.length > 0 && { pushedUnknown: Object.fromEntries(unread) }),
  };
}

function entries<T>(of: readonly (readonly [Address, T])[]): Readonly<Record<Address, T>> {
  return Object.fromEntries(of);
}

/** Returns how many devices use the live resource, according to its record. */
function shownCount(
  change: Change,
  kindOf: (of: Resource) => { readonly attached?: string | undefined } | undefined,
) {
  if (change.action !== "update") return 0;
  const field = kindOf(change.desired)?.attached;
  const shown = field === undefined ? undefined : at(change.live.value, pointer([field]));
  if (typeof shown === "number") return shown;
  return shown !== undefined && isArray(shown) ? shown.length : 0;
}

type Users = ReadonlyMap<Address, readonly Resource[]>;

/** For each address, the resources that refer to it. */
function usersAmong(resources: Iterable<Resource>): Users {
  const users = new Map<Address, Resource[]>();
  for (const resource of resources)
    for (const address of new Set(referred(resource, resource.value).values())) {
      const known = users.get(address);
      if (known) known.push(resource);
      else users.set(address, [resource]);
    }
  return users;
}

/** All resources that refer to an address, directly or through others. */
function usersOf(address: Address, users: Users): readonly Resource[] {
  const found = new Map<Address, Resource>();
  const open = [address];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const user of users.get(next) ?? []) {
      if (found.has(user.address)) continue;
      found.set(user.address, user);
      open.push(user.address);
    }
  return [...found.values()];
}
