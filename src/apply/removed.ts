/** The removals of the last 24 hours, as they are recorded after an apply. Pure. */

import { byTextOf } from "../model/compare.ts";
import type { Desired } from "../model/desired.ts";
import type { Memory, RemovedOfKind } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { SettledStep } from "../model/reply.ts";
import { lastDay } from "../plan/guards/removals-of-day.ts";

/** The input for recording the removals of an apply. */
interface AppliedRemovals {
  readonly before: Memory["removed"];
  readonly plan: Pick<Plan, "changes" | "steps">;
  readonly settled: readonly SettledStep[];
  /** The state that was applied before the run. It shows how many resources of each kind there were. */
  readonly base: Desired;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/**
 * Returns the removals of the last 24 hours, including those of this run. Children that were removed with their parents
 * count too.
 */
export function removedAfter({ before, plan, settled, base, time }: AppliedRemovals): Memory["removed"] {
  const isDone = new Set(
    settled.filter(({ outcome: { state } }) => state === "applied").map(({ step }) => step),
  );
  const gone = new Set(plan.steps.filter(({ id }) => isDone.has(id)).flatMap(({ because }) => because));
  const removed = plan.changes.filter(({ action, address }) => action === "remove" && gone.has(address));
  const counts = new Map<string, Map<string, number>>();
  for (const { address } of removed) {
    const { target, kind } = base.resources.get(address) ?? {};
    if (target === undefined || kind === undefined) continue;
    const kinds = counts.get(target) ?? new Map<string, number>();
    counts.set(target, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
  }
  const after = new Map<string, readonly RemovedOfKind[]>();
  for (const target of [...new Set([...before.keys(), ...counts.keys()])].sort()) {
    const kinds = [...(counts.get(target) ?? [])].sort(byTextOf(([kind]) => kind));
    const now = kinds.map(([kind, removed]) => ({ time, kind, removed, of: countOf(base, target, kind) }));
    const all = [...lastDay(before.get(target) ?? [], time), ...now];
    if (all.length > 0) after.set(target, all);
  }
  return after;
}

function countOf({ resources }: Desired, target: string, kind: string): number {
  let count = 0;
  for (const one of resources.values()) if (one.target === target && one.kind === kind) count += 1;
  return count;
}
