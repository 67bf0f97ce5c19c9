/** What a plan costs at each target: reads, writes, verification, and the time they take at the limit. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { collectionKey } from "../model/collection.ts";
import type { Cost } from "../model/plan.ts";
import type { TargetFacts } from "./facts.ts";
import { resourceOf } from "./needs.ts";

/** What the cost is reckoned from. */
export interface CostInput {
  /** The changes that have a step of their own. */
  readonly changes: readonly Change[];
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** Requests that observing took, by target. */
  readonly reads: ReadonlyMap<string, number>;
}

/** One row for each target that was read or is written, by name. Pages of a list count as one request. */
export function costOf({ changes, facts, reads }: CostInput): readonly Cost[] {
  const made = new Set<Address>();
  const gone = new Set<Address>();
  for (const { action, address } of changes) {
    if (action === "create") made.add(address);
    if (action === "remove") gone.add(address);
  }
  const tallies = new Map<string, Tally>([...reads.keys()].map((target) => [target, newTally()]));
  for (const change of changes) {
    const { target } = resourceOf(change);
    const tally = tallies.get(target) ?? newTally();
    tallies.set(target, tally);
    count(tally, change, { facts: facts.get(target), made, gone });
  }
  return [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([target, tally]) =>
      row(tally, { target, facts: facts.get(target), reads: reads.get(target) ?? 0 }),
    );
}

interface Tally {
  writes: number;
  readonly before: Set<string>;
  readonly after: Set<string>;
}

function newTally(): Tally {
  return { writes: 0, before: new Set(), after: new Set() };
}

/**
 * Each touched collection is read once before and once after; that of a parent made in this run only after, that of
 * a parent removed in this run only before.
 */
function count(
  tally: Tally,
  change: Change,
  on: {
    readonly facts: TargetFacts | undefined;
    readonly made: ReadonlySet<Address>;
    readonly gone: ReadonlySet<Address>;
  },
): void {
  const resource = resourceOf(change);
  const collection = on.facts?.kinds.get(resource.kind)?.collection;
  tally.writes += 1;
  if (!collection) return;
  const key = collectionKey(resource, collection);
  const within = collection.within === undefined ? undefined : resource.parent;
  if (within === undefined || !on.gone.has(within)) tally.after.add(key);
  if (within === undefined || !on.made.has(within)) tally.before.add(key);
}

function row(
  { writes, before, after }: Tally,
  of: { readonly target: string; readonly facts: TargetFacts | undefined; readonly reads: number },
): Cost {
  const verification = before.size + after.size;
  const requestsPerSecond = of.facts?.requestsPerSecond ?? 1;
  const seconds = Math.ceil(((writes + verification) * 10) / requestsPerSecond) / 10;
  return { target: of.target, reads: of.reads, writes, verification, seconds, requestsPerSecond };
}
