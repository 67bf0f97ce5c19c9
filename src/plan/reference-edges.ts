/** Orders changes by references through values: leafrefs, or names as a mapping defines them. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";
import type { Edge } from "./sorting/topological-order.ts";

/**
 * The maximum number of changes that may contain a value. A value in more changes is assumed to be a key in many lists,
 * and gives no dependencies.
 */
const maxMeant = 20;

/**
 * What a change does to values and references, as texts: the values that it adds and removes, and the references that
 * it begins and ends.
 */
interface ReferenceShift {
  readonly brings: readonly string[];
  readonly leadsThrough: readonly string[];
  readonly takes: readonly string[];
  readonly refersTo: readonly string[];
  readonly leaves: readonly string[];
}

/**
 * Returns the dependencies between changes that come from references by value:
 *
 * | change                                     | comes                                     |
 * |--------------------------------------------|-------------------------------------------|
 * | a create or update that references a value | after the changes that add that value     |
 * | a change that no longer references a value | before the changes that remove that value |
 *
 * If a change only passes through a list entry that no change declares, the change creates the entry. Of several such
 * changes, the first creates it.
 */
export function referenceEdges(
  sorted: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): readonly Edge[] {
  const byTarget = Map.groupBy(sorted.keys(), (rank) => targetOf(sorted[rank]));
  return [...byTarget].flatMap(([target, ranks]) => {
    const of = facts.get(target);
    return of?.references === undefined || ranks.length < 2 ? [] : edgesAmong(sorted, ranks, of);
  });
}

function targetOf(change: Change | undefined): string {
  return change === undefined ? "" : resourceOf(change).target;
}

function edgesAmong(
  sorted: readonly Change[],
  ranks: readonly number[],
  facts: TargetFacts,
): readonly Edge[] {
  const shifts = ranks.flatMap((rank) => {
    const change = sorted[rank];
    return change ? [{ rank, ...shiftOf(change, facts) }] : [];
  });
  const bringing = new Map<string, number[]>();
  const taking = new Map<string, number[]>();
  for (const { rank, brings, takes } of shifts) {
    for (const text of brings) add(bringing, text, rank);
    for (const text of takes) add(taking, text, rank);
  }
  const onWay = new Map<string, number[]>();
  for (const { rank, leadsThrough } of shifts)
    for (const text of leadsThrough) if (!bringing.has(text) && !onWay.has(text)) onWay.set(text, [rank]);
  return shifts.flatMap(({ rank, refersTo, leaves }) => [
    ...refersTo.flatMap((text) => edgesTo(bringing.get(text) ?? onWay.get(text), rank)),
    ...leaves.flatMap((text) => edgesTo(taking.get(text), rank).map(turned)),
  ]);
}

function add<T>(to: Map<string, T[]>, text: string, one: T): void {
  const known = to.get(text);
  if (known === undefined) to.set(text, [one]);
  else if (known.length < maxMeant) known.push(one);
}

function edgesTo(befores: readonly number[] = [], after: number): readonly Edge[] {
  return befores.flatMap((before) => (before === after ? [] : [{ before, after }]));
}

function turned({ before, after }: Edge): Edge {
  return { before: after, after: before };
}

const nothing = { holds: [], leadsThrough: [], refersTo: [] } as const;

function shiftOf(change: Change, facts: TargetFacts): ReferenceShift {
  const of = (resource: Resource) => facts.references?.(resource) ?? nothing;
  if (change.action === "create") {
    const { holds: brings, leadsThrough, refersTo } = of(change.desired);
    return { brings, leadsThrough, refersTo, takes: [], leaves: [] };
  }
  const own = resourceOf(change);
  const live = of({ ...own, value: change.live.value });
  const to = change.action === "update" ? of(change.desired) : nothing;
  return {
    brings: without(to.holds, live.holds),
    leadsThrough: [],
    takes: without(live.holds, to.holds),
    refersTo: to.refersTo,
    leaves: without(live.refersTo, to.refersTo),
  };
}

/** The compared states, for references by value. */
interface ReferringSides {
  readonly comparison: Pick<Comparison, "changes" | "unknown">;
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/**
 * Returns, for each removal, the resources that may still reference the removed resource by value. These are resources
 * whose change ends such a reference, and unreadable resources that were declared with one.
 */
export function referencesEnding(
  removals: readonly Change[],
  { comparison, base, facts }: ReferringSides,
): ReadonlyMap<Address, readonly Address[]> {
  const taking = new Map<string, Address[]>();
  for (const removal of removals) {
    const of = facts.get(targetOf(removal));
    for (const text of of?.references ? shiftOf(removal, of).takes : [])
      add(taking, `${targetOf(removal)}\0${text}`, removal.address);
  }
  const ending = new Map<Address, Set<Address>>();
  const note = (target: string, texts: readonly string[], by: Address) => {
    for (const text of texts)
      for (const removed of taking.get(`${target}\0${text}`) ?? []) {
        if (removed === by) continue;
        const known = ending.get(removed) ?? new Set();
        ending.set(removed, known.add(by));
      }
  };
  if (taking.size === 0) return new Map();
  for (const change of comparison.changes) {
    const of = facts.get(targetOf(change));
    if (of?.references) note(targetOf(change), shiftOf(change, of).leaves, change.address);
  }
  for (const { address } of comparison.unknown) {
    const was = base?.resources.get(address);
    if (was) note(was.target, facts.get(was.target)?.references?.(was)?.refersTo ?? [], address);
  }
  return new Map([...ending].map(([address, by]) => [address, [...by]]));
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return texts.filter((text) => !known.has(text));
}
