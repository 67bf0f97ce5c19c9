/** Verdicts on removals: each after what needs it, or refers to it. */

import type { Address } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import { neededBy, needsAmong, resourceOf } from "../prerequisites.ts";
import { changesByAddress, onReferring } from "./referring.ts";
import {
  cannot,
  gated,
  hasOperation,
  inOrder,
  onItself,
  onProtection,
  type Removal,
  type SortInput,
  type Verdicts,
  type WriteVerdict,
  waitsAlong,
  withoutOperation,
} from "./verdict.ts";
import { stillNeeded } from "./why-unwritable.ts";

/**
 * Removals, backward: each after those of what needs it; then, outer before inner, those without an operation, which
 * wait with the removal of their parent.
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
  const changes = referring.size > 0 ? changesByAddress(input) : none;
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
      // Health holds back what could be removed but for it: what another keeps is not that.
      waits ??= waitsAlong(because, verdict);
    }
    const inside = unread.get(address);
    if (inside) return cannot(inside, "its live state is unknown, and it was declared with `protect: true`");
    const referred = onReferring(referring.get(address) ?? [], { input, changes, verdictOn });
    return referred && !referred.healthIssue ? referred : (waits ?? referred);
  };
  const order = inOrder(
    removals,
    ({ address }) => (dependents.get(address) ?? []).map((dependent) => dependent.address),
    ({ address }) => (referring.get(address) ?? []).map(({ by }) => by),
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

/** Removals, asked for or not, by what they need: that may only go after them. */
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

/** What was declared as protected, is declared no longer and cannot be read: by what it needs and that is to go. */
function protectedUnread({ comparison, desired, base, facts }: SortInput): ReadonlyMap<Address, Address> {
  const unread = comparison.unknown
    .flatMap(({ address }) => (desired.resources.has(address) ? [] : (base?.resources.get(address) ?? [])))
    .filter(({ protect }) => protect);
  const removed = unread.length === 0 ? [] : comparison.changes.filter(({ action }) => action === "remove");
  const needs = needsAmong(removed.map(resourceOf), facts);
  return new Map(unread.flatMap((one) => needs(one).map((needed) => [needed, one.address] as const)));
}
