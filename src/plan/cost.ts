/** What a plan costs at each target: reads, writes, verification, and the time they take at the limit. */

import type { Change } from "../model/change.ts";
import type { Cost } from "../model/plan.ts";
import type { TargetFacts } from "./facts.ts";
import { resourceOf } from "./writable.ts";

/** What the cost is reckoned from. */
export interface CostInput {
  /** The changes that have a step. */
  readonly changes: readonly Change[];
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** Requests that observing took, by target. */
  readonly reads: ReadonlyMap<string, number>;
}

/** One row for each target that was read or is written, by name. */
export function costOf({ changes, facts, reads }: CostInput): readonly Cost[] {
  const names = [...new Set([...reads.keys(), ...changes.map((change) => resourceOf(change).target)])].sort();
  return names.map((target) => {
    const own = changes.filter((change) => resourceOf(change).target === target);
    const requestsPerSecond = facts.get(target)?.requestsPerSecond ?? 1;
    const verification = looks(own, facts.get(target));
    const seconds = Math.ceil(((own.length + verification) / requestsPerSecond) * 10) / 10;
    return {
      target,
      reads: reads.get(target) ?? 0,
      writes: own.length,
      verification,
      seconds,
      requestsPerSecond,
    };
  });
}

/** Each touched collection is read once before and once after; that of a parent made in this run only after. */
function looks(changes: readonly Change[], facts: TargetFacts | undefined): number {
  const made = new Set(changes.filter(({ action }) => action === "create").map(({ address }) => address));
  const before = new Set<string>();
  const after = new Set<string>();
  for (const change of changes) {
    const { kind, scope, parent } = resourceOf(change);
    const collection = facts?.kinds.get(kind)?.collection;
    const within = collection?.within === undefined ? undefined : parent;
    const words = (collection?.of ?? []).map((word) => scope[word] ?? "");
    const key = JSON.stringify([collection?.name ?? kind, words, within ?? null]);
    after.add(key);
    if (within === undefined || !made.has(within)) before.add(key);
  }
  return before.size + after.size;
}
