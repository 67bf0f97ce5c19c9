/** The order of steps: what is needed first, removals in reverse, ties always broken the same way. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byText } from "../model/compare.ts";
import type { Operation, StepId } from "../model/plan.ts";
import { referred } from "../model/references.ts";
import { MinHeap } from "./min-heap.ts";
import { needsAmong, resourceOf } from "./prerequisites.ts";
import type { TargetFacts } from "./target-facts.ts";

/** The text that names a step. */
export function stepId(action: Operation, address: Address): StepId {
  return `${action} ${address}`;
}

/** A change with the changes that must be carried out before it. */
export interface OrderedChange {
  readonly change: Change;
  readonly after: readonly StepId[];
}

/**
 * Each change after those that it comes after: a create or update after the creates of what it needs, a removal
 * after the removals of what needs it. Among those that may come next (Kahn's algorithm) by target, removals last,
 * kinds from the outer to the inner (removals: inner to outer), then address. The order of `changes` is of no account.
 */
export function inStepOrder(
  changes: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): readonly OrderedChange[] {
  const sorted = byRank(changes, facts);
  const befores = beforesIn(sorted, facts);
  const followers: number[][] = sorted.map(() => []);
  const left = befores.map((before) => before.length);
  for (const [rank, before] of befores.entries()) for (const one of before) followers[one]?.push(rank);
  const ready = new MinHeap();
  for (const [rank, count] of left.entries()) if (count === 0) ready.add(rank);
  const ordered: OrderedChange[] = [];
  for (let rank = ready.take(); rank !== undefined; rank = ready.take()) {
    const change = sorted[rank];
    if (change) ordered.push({ change, after: idsOf(befores[rank] ?? none, sorted) });
    for (const follower of followers[rank] ?? none) {
      const count = (left[follower] ?? 0) - 1;
      left[follower] = count;
      if (count === 0) ready.add(follower);
    }
  }
  if (ordered.length < sorted.length) throw new Error("The kinds declare prerequisites in a circle.");
  return ordered;
}

const none: readonly number[] = Object.freeze([]);

function idsOf(ranks: readonly number[], sorted: readonly Change[]): readonly StepId[] {
  return ranks
    .flatMap((rank) => sorted[rank] ?? [])
    .map(({ action, address }) => stepId(action, address))
    .sort();
}

function byRank(changes: readonly Change[], facts: ReadonlyMap<string, TargetFacts>): readonly Change[] {
  const depths = new Map<string, number>();
  const depth = (change: Change): number => {
    const { target, kind } = resourceOf(change);
    const key = `${target}\0${kind}`;
    const known = depths.get(key) ?? depthOf(kind, facts.get(target)?.kinds);
    depths.set(key, known);
    return change.action === "remove" ? -known : known;
  };
  const ranked = changes.map((change) => ({
    change,
    target: resourceOf(change).target,
    late: change.action === "remove" ? 1 : 0,
    depth: depth(change),
  }));
  ranked.sort(
    (a, b) =>
      byText(a.target, b.target) ||
      a.late - b.late ||
      a.depth - b.depth ||
      byText(a.change.address, b.change.address),
  );
  return ranked.map(({ change }) => change);
}

/** How many kinds a kind stands in. */
function depthOf(name: string, kinds: TargetFacts["kinds"] | undefined): number {
  let depth = 0;
  for (let kind = kinds?.get(name); kind; kind = kinds?.get(kind.place.within)) depth += 1;
  return depth;
}

/**
 * For each change the ranks of those that come before it: creates of what it needs or names; for removals those of what
 * needs it, and updates that no longer name it.
 */
function beforesIn(
  sorted: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): readonly (readonly number[])[] {
  const befores: number[][] = sorted.map(() => []);
  const ranks = new Map(sorted.map(({ address }, rank) => [address, rank]));
  const made = sorted.filter(({ action }) => action === "create").map(resourceOf);
  const gone = sorted.filter(({ action }) => action === "remove").map(resourceOf);
  const rankOf = (address: Address, action: Operation) => {
    const rank = ranks.get(address) ?? -1;
    return sorted[rank]?.action === action ? [rank] : [];
  };
  const needsMade = needsAmong(made, facts);
  const needsGone = needsAmong(gone, facts);
  for (const [rank, change] of sorted.entries()) {
    const removal = change.action === "remove";
    for (const needed of (removal ? needsGone : needsMade)(resourceOf(change))) {
      const other = ranks.get(needed);
      if (other !== undefined) befores[removal ? other : rank]?.push(removal ? rank : other);
    }
    if (change.action === "remove") continue;
    for (const named of referred(change.desired, change.desired.value).values())
      for (const created of rankOf(named, "create")) befores[rank]?.push(created);
    if (change.action === "create") continue;
    for (const left of referred(change.desired, change.live.value).values())
      for (const removed of rankOf(left, "remove")) befores[removed]?.push(rank);
  }
  return befores;
}
