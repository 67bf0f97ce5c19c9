/**
 * Makes a snapshot of targets: reads what desired and base touch, with the fewest requests, at all targets
 * concurrently.
 */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import { type KeptResults, Stage } from "../kept/kept.ts";
import { type Address, addressParts } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type {
  LiveResource,
  Observation,
  Snapshot,
  TakenByLog,
  UnmanagedResource,
} from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import type { Problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";
import { Collections } from "./collections.ts";
import { movedElsewhere } from "./moved-live.ts";
import { gather, groupKey, namedOf, type ReadGroup, type ReadPlace, wholesOf } from "./query.ts";

/** What to observe, and how. */
export interface ObserveInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  /** Limits the observation to these resources and their parents. Absent: everything is observed. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** The time of the snapshot, ISO 8601, UTC. */
  readonly takenAt: string;
  readonly listener?: Listener | undefined;
  /** Returns the known id of a resource, whatever its name. Absent: no ids are known. */
  readonly idOf?: IdOf | undefined;
  /** True: resources that change logs report as unchanged need not be read again. */
  readonly unchanged?: boolean | undefined;
  /** The clock for the read times in the snapshot. Absent: the snapshot has none. */
  readonly now?: (() => Milliseconds) | undefined;
  /** Matches of earlier runs, so that only new items are matched. Absent: all items are matched. */
  readonly kept?: KeptResults | undefined;
}

/**
 * Reads each collection once, however many resources it contains. Never rejects for external failures: everything that
 * could not be read is unknown. The snapshot does not depend on the order in which replies arrive.
 */
export async function observe(input: ObserveInput, signal: AbortSignal): Promise<Snapshot> {
  const { targets, listener, takenAt, now, unchanged, idOf, kept } = input;
  const before = requestsOf(targets);
  const places = gatheredBy(input);
  const { addresses, groups, first, wholes } = layoutOf(input, places);
  const collections = new Collections({
    places,
    targets,
    wholes,
    listener,
    signal,
    now,
    unchanged,
    idOf,
    kept,
  });
  const observations = new Map<Address, Observation<LiveResource>>();
  // First, one resource of each group is observed, which reads all groups concurrently. Otherwise every resource would
  // keep a waiting promise in memory.
  await Promise.all(first.map((address) => collections.observation(address)));
  for (let from = 0; from < addresses.length; from += togetherMax) {
    const some = addresses.slice(from, from + togetherMax);
    // Most observations are available by now. Awaiting each of a hundred thousand would cost as much as reading them.
    const found = some.map((one) => collections.atHand(one));
    const waiting = some.filter((_, index) => found[index] === undefined);
    const came = (await Promise.all(waiting.map((one) => collections.observation(one)))).values();
    for (const [index, address] of some.entries()) {
      const observation = found[index] ?? came.next().value;
      if (observation) observations.set(address, observation);
    }
  }
  const moving = { places, targets, groups, signal, unclaimed: (of: ReadGroup) => collections.unclaimed(of) };
  for (const [address, seen] of idOf ? await movedElsewhere(observations, { ...moving, idOf }) : [])
    observations.set(address, seen);
  const excessive = [...targets.values()].some(({ excess }) => excess?.() !== undefined);
  for (const address of excessive ? observations.keys() : []) {
    const excess = excessOf(targets, address);
    if (excess) observations.set(address, { state: "unknown", problem: excess });
  }
  const unmanaged = await unmanagedIn(groups, { collections, targets });
  // Reads that were aborted are unknown, so there is no snapshot after an abort.
  signal.throwIfAborted();
  const requests = new Map(
    [...requestsOf(targets)].map(([name, sent]) => [name, sent - (before.get(name) ?? 0)]),
  );
  const readAt = now && readAtIn(groups, collections);
  const taken = takenByLog(addresses, places, { collections, targets });
  return { takenAt, observations, unmanaged, requests, readSizes: collections.sizes, readAt, taken };
}

const gatherings = new Stage<ReadonlyMap<Address, ReadPlace>>();

function gatheredBy({ desired, base, targets, kept }: ObserveInput): ReadonlyMap<Address, ReadPlace> {
  const from = [...targets].flatMap(([name, { driver, dialect }]) => [name, driver.kinds, dialect]);
  return gatherings.of(kept, { from: [desired, base, ...from] }, () => gather({ desired, base }, targets));
}

/** What is read, derived from the declarations alone. */
interface ReadLayout {
  /** All observed addresses, in order. */
  readonly addresses: readonly Address[];
  readonly groups: ReadonlySet<ReadGroup>;
  /** One address of each group. */
  readonly first: readonly Address[];
  readonly wholes: ReturnType<typeof wholesOf>;
}

const layouts = new Stage<ReadLayout>();

function layoutOf(input: ObserveInput, places: ReadonlyMap<Address, ReadPlace>): ReadLayout {
  const { desired, base, only, kept } = input;
  const made = () => {
    const addresses = asked(input, places);
    const first = new Map<ReadGroup, Address>();
    for (const address of addresses) {
      const group = places.get(address)?.group;
      if (group && !first.has(group)) first.set(group, address);
    }
    const groups = new Set(first.keys());
    const wholes = wholesOf(groups, places, "worthwhile");
    return { addresses, groups, first: [...first.values()], wholes };
  };
  return only ? made() : layouts.of(kept, { from: [desired, base, places] }, made);
}

/** The number of observations that are made concurrently. */
const togetherMax = 2000;

function readAtIn(
  groups: ReadonlySet<ReadGroup>,
  collections: Collections,
): ReadonlyMap<string, Milliseconds> {
  const times = new Map<string, Milliseconds>();
  for (const group of groups) {
    // A result that is cached from an earlier run gets no read time, so that it is read again before any write that
    // depends on it.
    const at = collections.earlier(group) === undefined ? collections.readAt(group) : undefined;
    if (at !== undefined) times.set(groupKey(group), at);
  }
  return times;
}

/** The requested addresses with their parents, references and prerequisites, in address order. */
function asked(
  { desired, base, only }: ObserveInput,
  places: ReadonlyMap<Address, ReadPlace>,
): readonly Address[] {
  const all = new Set<Address>();
  const declared = new Map<string, Address>();
  const called = (target: string, identity: string) => `${target}\0${identity}`;
  for (const { address, target, identity } of only ? desired.resources.values() : [])
    declared.set(called(target, identity), address);
  const add = (address: Address | undefined) => {
    if (address === undefined || all.has(address)) return;
    all.add(address);
    const wanted = only && places.get(address)?.wanted;
    if (!wanted) return;
    const { resource, kind } = wanted;
    add(resource.parent);
    for (const identity of kind.prerequisites?.(resource) ?? [])
      add(declared.get(called(resource.target, identity)));
    for (const named of namedOf(wanted)) add(named);
  };
  for (const address of desired.resources.keys()) if (!only || only(address)) add(address);
  for (const address of base?.resources.keys() ?? []) if (!only || only(address)) add(address);
  for (const address of only && base ? dependents({ desired, base }, places, all) : []) add(address);
  return [...all].sort();
}

/**
 * Returns resources that Git no longer declares and that depend on a requested resource. If the requested resource is
 * to be removed too, it can only be removed after them.
 */
function dependents(
  { desired, base }: Pick<ObserveInput, "desired"> & { readonly base: Desired },
  places: ReadonlyMap<Address, ReadPlace>,
  asked: ReadonlySet<Address>,
): readonly Address[] {
  const isDropped = (address: Address) => base.resources.has(address) && !desired.resources.has(address);
  const dropped = [...asked].filter(isDropped).flatMap((address) => base.resources.get(address) ?? []);
  if (dropped.length === 0) return [];
  const going = new Set<string>(dropped.map(({ target, identity }) => `${target}\0${identity}`));
  const needs = ({ address, target, parent }: Resource): boolean => {
    const wanted = places.get(address)?.wanted;
    const identities = wanted?.kind.prerequisites?.(wanted.resource) ?? [];
    if (identities.some((identity) => going.has(`${target}\0${identity}`))) return true;
    const outer = parent === undefined ? undefined : base.resources.get(parent);
    return outer !== undefined && isDropped(outer.address) && (asked.has(outer.address) || needs(outer));
  };
  return [...base.resources.values()]
    .filter((resource) => isDropped(resource.address) && needs(resource))
    .map(({ address }) => address);
}

/**
 * Returns the problem of a target whose replies exceed the memory limit; undefined if they do not. None of its replies
 * counts, because chance decides which of them arrived first.
 */
function excessOf(targets: ObserveInput["targets"], address: Address): Problem | undefined {
  return targets.get(addressParts(address).target)?.excess?.();
}

/** Undeclared items of managed kinds. */
async function unmanagedIn(
  groups: ReadonlySet<ReadGroup>,
  through: { readonly collections: Collections; readonly targets: ReadonlyMap<string, OpenTarget> },
): Promise<readonly UnmanagedResource[]> {
  const found: { readonly order: string; readonly one: UnmanagedResource }[] = [];
  const managed = new Map(
    [...through.targets].map(([name, { driver, dialect }]) => [
      name,
      {
        kinds: new Set(driver.kinds.filter(({ observed }) => !observed).map(({ name }) => name)),
        complete: new Set(dialect.complete),
      },
    ]),
  );
  for (const group of groups) {
    const { target, parent } = group;
    const within = parent === undefined ? undefined : { within: parent };
    for (const { kind, identity } of await through.collections.unclaimed(group)) {
      const of = managed.get(target);
      if (!of?.kinds.has(kind)) continue;
      const order = [target, kind, parent ?? "", identity].join("\0");
      const unexpected = of.complete.has(kind) && { unexpected: true as const };
      found.push({ order, one: { target, kind, identity, ...within, ...unexpected } });
    }
  }
  return found.sort(byTextOf(({ order }) => order)).map(({ one }) => one);
}

function requestsOf(targets: ReadonlyMap<string, OpenTarget>): ReadonlyMap<string, number> {
  const names = [...targets.keys()].sort();
  return new Map(names.map((name) => [name, targets.get(name)?.requests() ?? 0]));
}

/** The statistics of change logs, for targets with `changedSince`. */
function takenByLog(
  addresses: readonly Address[],
  places: ReadonlyMap<Address, ReadPlace>,
  on: { readonly collections: Collections; readonly targets: ReadonlyMap<string, OpenTarget> },
): ReadonlyMap<string, TakenByLog> {
  const taken = new Map<string, TakenByLog>();
  for (const [name, { changes }] of on.targets) {
    if (!changes) continue;
    const own = addresses.filter((address) => addressParts(address).target === name);
    const unlisted = new Set<ReadGroup>();
    const since = own.flatMap((address) => {
      const { group } = places.get(address) ?? {};
      const earlier = group && on.collections.earlier(group);
      if (group && earlier?.isPart) unlisted.add(group);
      return earlier?.since ?? [];
    });
    const resources = own.length;
    const because = changes.distrusted();
    const oldest = since.reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
    const lists = unlisted.size > 0 ? { unlisted: unlisted.size } : {};
    taken.set(name, { read: resources - since.length, resources, since: oldest, ...lists, because });
  }
  return taken;
}
