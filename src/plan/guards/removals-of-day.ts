/** Counts the removals of all plans within 24 hours, so that nobody bypasses the limit by splitting a plan. Pure. */

import { byKey } from "../../model/compare.ts";
import type { Memory, RemovedOfKind } from "../../model/memory.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { RemovalLimit } from "../../model/project.ts";
import { writtenChanges } from "./finding.ts";
import { finding } from "./guards.ts";
import { removalLimit } from "./removals.ts";

/** The facts that an apply has besides its plan. */
interface RemovalsOfDay {
  /** The removals of earlier runs, by target. */
  readonly removed: Memory["removed"];
  /** ISO 8601, UTC. */
  readonly nowIso: string;
  readonly limitOf: (target: string) => Partial<RemovalLimit> | undefined;
}

/**
 * Triggers if the removals of one kind at one target within 24 hours exceed the limits of `removals`. The percentage is
 * relative to the number of objects before the first of these removals. Does not trigger if the guard `removals` has
 * found something in the plan itself, or if no earlier run has removed anything of the kind.
 */
export function removalsOfDay(
  plan: Pick<Plan, "changes" | "steps" | "guards" | "fingerprint">,
  { removed, nowIso, limitOf }: RemovalsOfDay,
): GuardFinding | undefined {
  if (removed.size === 0 || plan.guards.some(({ guard }) => guard === "removals")) return undefined;
  const own = writtenChanges(plan).flatMap((change) => (change.action === "remove" ? [change] : []));
  const groups = Map.groupBy(own, ({ base }) => `${base.target}/${base.kind}`);
  const many = [...groups].sort(byKey).flatMap(([group, changes]) => {
    const target = group.slice(0, group.indexOf("/"));
    const kind = group.slice(target.length + 1);
    const before = lastDay(removed.get(target) ?? [], nowIso).filter((one) => one.kind === kind);
    const there = before[0]?.of ?? 0;
    const all = changes.length + before.reduce((sum, one) => sum + one.removed, 0);
    const { percent, minimum } = removalLimit(limitOf(target));
    if (before.length === 0 || there < minimum || all * 100 <= there * percent) return [];
    return [{ text: `${changes.length} ${group} (${all} of ${there} within 24 hours)`, changes }];
  });
  if (many.length === 0) return undefined;
  const message = `${many.map(({ text }) => text).join(", ")} would be removed`;
  const addresses = many.flatMap(({ changes }) => changes.map(({ address }) => address));
  return finding({ guard: "removals", message, addresses }, plan.fingerprint);
}

/**
 * Returns the removals in the 24 hours before a moment. Later removals count too, because clocks differ between
 * machines.
 */
export function lastDay(removed: readonly RemovedOfKind[], nowIso: string): readonly RemovedOfKind[] {
  const since = Date.parse(nowIso) - 24 * 3600 * 1000;
  return removed.filter(({ time }) => Date.parse(time) > since);
}
