/** Why changes can't be written: creates and updates after what they need, removals after what needs them. */

import type { Address } from "../model/address.ts";
import { type Change, type Comparison, isInConflict } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { HealthIssue } from "../model/health.ts";
import type { UnwritableChange } from "../model/plan.ts";
import { isWithin } from "../model/pointer.ts";
import { referred } from "../model/references.ts";
import type { Gate } from "./health/gate.ts";
import { neededBy, needsAmong, resourceOf } from "./prerequisites.ts";
import { topologicalOrder } from "./sorting/topological-order.ts";
import type { TargetFacts } from "./target-facts.ts";
import {
  heldBack,
  inConflict,
  inConflictAndClosed,
  isProtected,
  noOperation,
  onlyWithCreate,
  stillNeeded,
  waitsFor,
} from "./why-unwritable.ts";

/** What sorting needs. */
export interface SortInput {
  /** The changes that are asked for. */
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  /** What was declared of what cannot be read. */
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** What to do with what is in conflict already now. Default hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** What health holds back, of all that can be written. */
  readonly gate: Gate;
}

/** Why a change can't be written; undefined when it can. */
type Verdict =
  | (Pick<UnwritableChange, "reason" | "because"> & { readonly healthIssue?: HealthIssue })
  | undefined;

/** By the address of a change. */
export type Verdicts = ReadonlyMap<Address, Verdict>;

type Removal = Extract<Change, { readonly action: "remove" }>;
type Addition = Exclude<Change, Removal>;

/** Why what is asked for can't be written. What is in a circle counts as writable: ordering the steps refuses it. */
export function verdictsOn(input: SortInput): Verdicts {
  const removals = input.asked.filter((change) => change.action === "remove");
  const additions = input.asked.filter((change) => change.action !== "remove");
  return new Map([...onAdditions(additions, input), ...onRemovals(removals, input)]);
}

/** True when the dialect of its target has an operation for a change. */
export function hasOperation(change: Change, facts: SortInput["facts"]): boolean {
  const { target, kind } = resourceOf(change);
  const row = facts.get(target)?.dialect.operations[kind];
  return row !== undefined && row[change.action] !== "none";
}

/** Creates and updates, forward: each after the creates of what it needs. */
function onAdditions(additions: readonly Addition[], input: SortInput): Verdicts {
  const { comparison, desired, facts } = input;
  const missing = missingIn(input);
  const made = comparison.changes.filter(({ action }) => action === "create").map(resourceOf);
  const needs = needsAmong([...made, ...resourcesAt(missing.keys(), desired)], facts);
  const neededFor = (change: Addition): readonly Address[] => {
    const named = [...referred(change.desired, change.desired.value).values()];
    if (change.action === "create") return [...needs(change.desired), ...named];
    return change.desired.parent === undefined ? named : [...named, change.desired.parent];
  };
  const created = new Map(
    additions.filter(({ action }) => action === "create").map((change) => [change.address, change]),
  );
  const verdicts = new Map<Address, Verdict>();
  const held = (needed: readonly Address[]): Verdict => {
    for (const because of needed) {
      const why = missing.get(because);
      if (why !== undefined) return { reason: waitsFor(because, why), because };
      const verdict = created.has(because) ? verdicts.get(because) : undefined;
      if (verdict) return waitsAlong(because, verdict) ?? cannot(because, "it cannot be created");
    }
    return undefined;
  };
  for (const change of inOrder(additions, (each) => neededFor(each).filter((one) => created.has(one))))
    verdicts.set(
      change.address,
      onItself(change, input) ??
        withoutOperation(change, facts) ??
        held(neededFor(change)) ??
        gated(change, input),
    );
  return verdicts;
}

/**
 * Removals, backward: each after those of what needs it; then, outer before inner, those without an operation, which
 * wait with the removal of their parent.
 */
function onRemovals(removals: readonly Removal[], input: SortInput): Verdicts {
  const { facts } = input;
  const asked = new Map(removals.map((change) => [change.address, change]));
  const dependents = dependentsIn(input);
  const declared = neededBy(input.asked, input);
  const unread = protectedUnread(input);
  const verdicts = new Map<Address, Verdict>();
  const stays = new Map<Address, Verdict>();
  const needed = ({ address, target, identity }: Resource): Verdict => {
    const by = declared.get(`${target}\0${identity}`);
    if (by !== undefined) return { reason: stillNeeded(by), because: by };
    for (const dependent of dependents.get(address) ?? []) {
      const because = dependent.address;
      if (!asked.has(because)) return cannot(because, "its removal is not part of this plan");
      const along = !hasOperation(dependent, facts) && dependent.base.parent === address;
      const verdict = along ? (onProtection(dependent) ?? stays.get(because)) : verdicts.get(because);
      if (verdict) return waitsAlong(because, verdict) ?? cannot(because, "it cannot be removed");
    }
    const inside = unread.get(address);
    return inside && cannot(inside, "its live state is unknown, and it was declared with `protect: true`");
  };
  const order = inOrder(removals, ({ address }) =>
    (dependents.get(address) ?? []).map((dependent) => dependent.address),
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

function onProtection({ base }: Removal): Verdict {
  return base.protect ? { reason: isProtected } : undefined;
}

/** What is said of a change alone, whatever becomes of the others. */
function onItself(change: Change, { onConflict, facts }: SortInput): Verdict {
  const kept = change.action === "remove" ? onProtection(change) : undefined;
  if (kept) return kept;
  if (onConflict === "overwrite" || !isInConflict(change)) return undefined;
  const closed = withoutOperation(change, facts);
  return { reason: closed ? inConflictAndClosed(closed.reason) : inConflict };
}

/** A change that its interface has no operation for, or not for all of its fields. */
function withoutOperation(change: Change, facts: SortInput["facts"]): Verdict {
  const { target, kind } = resourceOf(change);
  const of = facts.get(target);
  if (!hasOperation(change, facts)) return { reason: noOperation(change.action, { facts: of, kind }) };
  if (change.action !== "update") return undefined;
  const closed = of?.kinds.get(kind)?.createOnly ?? [];
  const changed = change.differences.map(({ path }) => path);
  const fixed = closed.filter((field) => changed.some((path) => isWithin(path, field)));
  return fixed.length === 0 ? undefined : { reason: onlyWithCreate(fixed) };
}

function gated(change: Change, { gate }: SortInput): Verdict {
  const healthIssue = gate(change);
  return healthIssue && { reason: healthIssue.reason, healthIssue };
}

function cannot(because: Address, why: string): Verdict {
  return { reason: waitsFor(because, why), because };
}

/** What waits for something that is held back is held back with it. */
function waitsAlong(because: Address, verdict: Verdict): Verdict {
  const healthIssue = verdict?.healthIssue;
  return healthIssue && { reason: waitsFor(because, heldBack(healthIssue)), because, healthIssue };
}

/** What does not exist and is not made by this plan, or of which nothing is known; and why. */
function missingIn({ asked, comparison }: SortInput): ReadonlyMap<Address, string> {
  const planned = new Set(asked.map((change) => change.address));
  const missing = new Map<Address, string>();
  for (const { address, action } of comparison.changes)
    if (action === "create" && !planned.has(address))
      missing.set(address, "its creation is not part of this plan");
  for (const { address } of comparison.impossible)
    missing.set(address, "it does not exist and cannot be created");
  for (const { address } of comparison.unknown) missing.set(address, "its live state is unknown");
  return missing;
}

function resourcesAt(addresses: Iterable<Address>, desired: Desired): readonly Resource[] {
  return [...addresses].flatMap((address) => desired.resources.get(address) ?? []);
}

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

/** These changes, each after those of them that `before` names. Those in a circle are left out. */
function inOrder<C extends Change>(
  changes: readonly C[],
  before: (change: C) => readonly Address[],
): readonly C[] {
  const ranks = new Map(changes.map(({ address }, rank) => [address, rank]));
  const edges = changes.flatMap((change, after) =>
    before(change).flatMap((address) => {
      const rank = ranks.get(address);
      return rank === undefined ? [] : [{ before: rank, after }];
    }),
  );
  return topologicalOrder(changes.length, edges).flatMap((rank) => changes[rank] ?? []);
}
