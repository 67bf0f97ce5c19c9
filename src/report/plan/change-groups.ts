/** The changes of a plan in the order in which a reviewer needs them. Pure. */

import { type Cause, type Change, type ChangeOrigin, isInConflict } from "../../model/change.ts";
import type { Plan } from "../../model/plan.ts";

/** Why a change is in a plan, the most pressing of its fields first. */
export type ChangeReason = "conflict" | "drift" | ChangeOrigin | "pending";

/** Changes of one reason, in the order of the plan. */
export interface ChangeGroup {
  readonly reason: ChangeReason;
  readonly changes: readonly Change[];
}

const order: readonly ChangeReason[] = ["conflict", "drift", "proposal", "main", "pending"];

/** What each group is called above its changes. */
export const reasonTitles: Readonly<Record<ChangeReason, string>> = {
  conflict: "Conflicts: Git and live both changed",
  drift: "Drift: live changed since the last apply",
  proposal: "From this proposal",
  main: "Already pending on main",
  pending: "Changes",
};

/** Changes with a step, in conflict or held back for health; conflicts and drift first. No group is empty. */
export function groupsOf(plan: Plan): readonly ChangeGroup[] {
  const shown = new Set([...plan.steps, ...plan.held].map(({ address }) => address));
  const changes = plan.changes.filter((change) => shown.has(change.address) || isInConflict(change));
  return order
    .map((reason) => ({ reason, changes: changes.filter((change) => changeReason(change) === reason) }))
    .filter((group) => group.changes.length > 0);
}

/** The most pressing reason of a change. */
export function changeReason(change: Change): ChangeReason {
  const parts = change.action === "update" ? change.differences : [change];
  const reasons = parts.map(reasonOfPart);
  return order.find((reason) => reasons.includes(reason)) ?? "pending";
}

/** The reason of one field, or of a whole resource that is made or removed. */
export function reasonOfPart(part: {
  readonly cause: Cause;
  readonly broughtBy?: ChangeOrigin | undefined;
}): ChangeReason {
  return part.cause === "pending" ? (part.broughtBy ?? "pending") : part.cause;
}

/** What each reason is called beside a field. */
export const whys: Readonly<Record<ChangeReason, string>> = {
  conflict: "conflict",
  drift: "drift",
  proposal: "this proposal",
  main: "pending on main",
  pending: "pending",
};
