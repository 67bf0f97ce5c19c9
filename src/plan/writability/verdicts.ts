/** Verdicts on creates and updates after their dependencies, and on removals after their dependents. */

import type { Address } from "../../model/address.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { referred } from "../../model/references.ts";
import { neededBy, needsAmong, resourceOf } from "../prerequisites.ts";
import { referencesEnding } from "../reference-edges.ts";
import { changesByAddress, onEnding, onReferring } from "./referring.ts";
import {
  type Addition,
  acceptedAt,
  cannot,
  gated,
  hasOperation,
  inOrder,
  onItself,
  onProtection,
  type Removal,
  type SortInput,
  stillNeeded,
  type Verdicts,
  type WriteVerdict,
  waitsAlong,
  waitsFor,
  withoutOperation,
} from "./verdict.ts";

/**
 * Returns the verdicts on removals. Removals with an operation are judged in reverse order, each after the removals of
 * its dependents. Then removals without an operation are judged, from outer to inner: they wait for the removal of
 * their parent.
 */
export function onRemovals(removals: readonly Removal[], input: SortInput, onOthers: Verdicts): Verdicts {
  const { facts } = input;
  const asked = new Map(removals.map((change) => [change.address, change]));
  const dependents = dependentsIn(input);
  const declared = neededBy(input.asked, input);
  const unread = protectedUnread(input);
  const referring = Map.groupBy(input.comparison.stillReferring ?? [], ({ to }) => to);
  const verdicts = new Map<Address, WriteVerdict>();
  const stays = new Map<Address, WriteVerdict>();
  const ending = referencesEnding(removals, input);
  const changes = referring.size + ending.size > 0 ? changesByAddress(input) : none;
  const verdictOn = (address: Address) => verdicts.get(address) ?? onOthers.get(address);
  const needed = ({ address, target, identity }: Resource): WriteVerdict => {
    const by = declared.get(`${target}\0${identity}`);
    if (by !== undefined) return { reason: stillNeeded(by), because: by };
    let waits: WriteVerdict;
    for (const dependent of dependents.get(address) ?? []) {
      const because = dependent.address;
      if (!asked.has(because)) return cannot(because, "its removal is not part of this plan");
      const along = !hasOperation(dependent, facts) && dependent.base.parent === address;
      const verdict = along ? (onProtection(dependent) ?? stays.get(because)) : verdicts.get(because);
      if (verdict && !verdict.healthIssue) return cannot(because, "it cannot be removed");
      // Health holds back only changes that could otherwise be carried out, so other reasons come first.
      waits ??= waitsAlong(because, verdict);
    }
    const inside = unread.get(address);
    if (inside) return cannot(inside, "its live state is unknown, and it was declared with `protect: true`");
    const others = { input, changes, verdictOn };
    const referred = onReferring(referring.get(address) ?? [], others);
    if (referred && !referred.healthIssue) return referred;
    const ended = onEnding(ending.get(address) ?? [], others);
    return ended && !ended.healthIssue ? ended : (waits ?? referred ?? ended);
  };
  const order = inOrder(
    removals,
    ({ address }) => (dependents.get(address) ?? []).map((dependent) => dependent.address),
    ({ address }) => [...(referring.get(address) ?? []).map(({ by }) => by), ...(ending.get(address) ?? [])],
  );
  for (const change of order) {
    stays.set(change.address, needed(change.base));
    const verdict = onItself(change, input) ?? withoutOperation(change, facts) ?? stays.get(change.address);
    verdicts.set(change.address, verdict ?? gated(change, input));
  }
  for (const change of order.toReversed()) {
    const { parent } = change.base;
    if (parent === undefined || onItself(change, input) || hasOperation(change, facts)) continue;
    const along = waitsAlong(parent, verdicts.get(parent));
    if (along) verdicts.set(change.address, along);
  }
  return verdicts;
}

const none: ReturnType<typeof changesByAddress> = new Map();

/** Returns, for each dependency, the removals that must precede its own removal, whether they are in scope or not. */
function dependentsIn({ comparison, facts }: SortInput): ReadonlyMap<Address, readonly Removal[]> {
  const removed = comparison.changes.filter((change) => change.action === "remove");
  const needs = needsAmong(removed.map(resourceOf), facts);
  const dependents = new Map<Address, Removal[]>();
  for (const change of removed)
    for (const needed of needs(change.base)) {
      const others = dependents.get(needed);
      if (others) others.push(change);
      else dependents.set(needed, [change]);
    }
  return dependents;
}

/**
 * Returns unreadable resources that depend on a resource to be removed, by the address of this resource. Base declares
 * them as protected, and desired no longer declares them.
 */
function protectedUnread({ comparison, desired, base, facts }: SortInput): ReadonlyMap<Address, Address> {
  const unread = comparison.unknown
    .flatMap(({ address }) => (desired.resources.has(address) ? [] : (base?.resources.get(address) ?? [])))
    .filter(({ protect }) => protect);
  const removed = unread.length === 0 ? [] : comparison.changes.filter(({ action }) => action === "remove");
  const needs = needsAmong(removed.map(resourceOf), facts);
  return new Map(unread.flatMap((one) => needs(one).map((needed) => [needed, one.address] as const)));
}

/** Verdicts on creates and updates, each after the verdicts on the creates of its dependencies. */
export function onAdditions(additions: readonly Addition[], input: SortInput): Verdicts {
  const { comparison, desired, facts } = input;
  const missing = missingIn(input);
  const accepted = acceptedIn(input);
  const made = comparison.changes.filter(({ action }) => action === "create").map(resourceOf);
  const needs = needsAmong([...made, ...resourcesAt(missing.keys(), desired)], facts);
  const neededFor = (change: Addition): readonly Address[] => {
    const named = [...referred(change.desired, change.desired.value).values()];
    if (change.action === "create") return [...needs(change.desired), ...named, ...behindOf(change)];
    return change.desired.parent === undefined ? named : [...named, change.desired.parent];
  };
  const created = new Map(
    additions.filter(({ action }) => action === "create").map((change) => [change.address, change]),
  );
  const verdicts = new Map<Address, WriteVerdict>();
  const asked = new Set(additions.map(({ address }) => address));
  const roomless = (change: Addition): WriteVerdict => {
    const [because] = behindOf(change);
    if (because === undefined) return undefined;
    if (!asked.has(because)) return cannot(because, "its change is not part of this plan");
    const verdict = verdicts.get(because);
    return verdict && (waitsAlong(because, verdict) ?? cannot(because, "it cannot be changed"));
  };
  const held = (needed: readonly Address[]): WriteVerdict => {
    for (const because of needed) {
      const why = missing.get(because);
      if (why !== undefined) return { reason: waitsFor(because, why), because };
      const verdict = created.has(because) ? verdicts.get(because) : undefined;
      if (verdict) return waitsAlong(because, verdict) ?? cannot(because, "it cannot be created");
    }
    return undefined;
  };
  const isAwaited = (one: Address, by: Addition) => created.has(one) || behindOf(by).includes(one);
  for (const change of inOrder(additions, (each) => neededFor(each).filter((one) => isAwaited(one, each))))
    verdicts.set(
      change.address,
      accepted.get(change.address) ??
        onItself(change, input) ??
        withoutOperation(change, facts) ??
        held(neededFor(change)) ??
        roomless(change) ??
        gated(change, input),
    );
  return verdicts;
}

/** Returns the changes that must come before a create, to make room for its resource in the live state. */
function behindOf(change: Addition): readonly Address[] {
  return change.action === "create" && change.behind !== undefined ? [change.behind] : [];
}

/** The verdicts on creates of an earlier run that are not visible yet. */
function acceptedIn({ comparison: { acceptedUnseen = [] } }: SortInput): Verdicts {
  return new Map(acceptedUnseen.map(({ address, since }) => [address, { reason: acceptedAt(since) }]));
}

/** Returns missing dependencies, each with the reason: it is absent and not created by this plan, or it is unknown. */
function missingIn({ asked, comparison }: SortInput): ReadonlyMap<Address, string> {
  const planned = new Set(asked.map((change) => change.address));
  const missing = new Map<Address, string>();
  for (const { address, action } of comparison.changes)
    if (action === "create" && !planned.has(address))
      missing.set(address, "its creation is not part of this plan");
  for (const { address, since } of comparison.acceptedUnseen ?? []) missing.set(address, acceptedAt(since));
  for (const { address } of comparison.impossible)
    missing.set(address, "it does not exist and cannot be created");
  for (const { address } of comparison.unknown) missing.set(address, "its live state is unknown");
  return missing;
}

function resourcesAt(addresses: Iterable<Address>, desired: Desired): readonly Resource[] {
  return [...addresses].flatMap((address) => desired.resources.get(address) ?? []);
}
