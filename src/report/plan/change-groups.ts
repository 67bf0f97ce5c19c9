/** The changes of a plan, in the order that a reviewer needs. Pure. */

import { type Cause, type Change, type ChangeOrigin, isInConflict } from "../../model/change.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { DangerGroup } from "./dangers.ts";

/**
 * The point of view. `planned`: changes that apply makes, from the live state to the declared one. `happened`: changes
 * that somebody made, from the declared state to the live one. A create then stands for a resource that somebody
 * removed.
 */
export type ChangeView = "planned" | "happened";

/**
 * The action to show. In the view `happened`, a create is shown as a removal, because the resource was removed live.
 */
export function deedOf(action: Change["action"], view: ChangeView | undefined): Change["action"] {
  return view === "happened" && action === "create" ? "remove" : action;
}

/** A note after the name of a declared resource that does not exist: that somebody removed it, if this is known. */
export function whyGone({ cause }: Pick<Extract<Change, { action: "create" }>, "cause">): string {
  return cause === "drift" ? "removed live" : "not there";
}

/** Shown instead of a missing declared value. */
export const notDeclared = "not declared";

/** Why a change is in a plan: the most urgent reason among its fields. */
export type ChangeReason = "conflict" | "drift" | ChangeOrigin | "pending";

/** Changes with one reason, in the order of the plan. */
interface ChangeGroup {
  readonly reason: ChangeReason;
  readonly changes: readonly Change[];
}

const order: readonly ChangeReason[] = ["conflict", "drift", "proposal", "main", "pending"];

/** The words after the action for each reason: `To update, from this pull request`. */
const reasonTitles: Readonly<Record<ChangeReason, string>> = {
  conflict: "",
  drift: ": drift, the live state changed since the last apply",
  proposal: ", from this pull request",
  main: ", already pending on main",
  pending: "",
};

const actionTitles = { create: "To create", update: "To update", remove: "Removed" } as const;

/** Changes under one heading; never empty. */
export interface ChangeSection {
  readonly title: string;
  /** The view in which the changes are shown. Default: `planned`. */
  readonly view?: ChangeView | undefined;
  readonly changes: readonly Change[];
}

/** All changes that are not dangers, by reason: first conflicts, then creates, then updates. */
export function sectionsOf(plan: Plan, dangers: readonly DangerGroup[]): readonly ChangeSection[] {
  const told = new Set(dangers.flatMap((group) => group.dangers.map(({ change }) => change.address)));
  const groups = groupsOf(plan);
  const conflicts = groups.filter(({ reason }) => reason === "conflict");
  const others = (["create", "update", "remove"] as const).flatMap((action) =>
    groups
      .filter(({ reason }) => reason !== "conflict")
      .map(({ reason, changes }) => ({
        title: `${actionTitles[action]}${reasonTitles[reason]}`,
        changes: changes.filter((change) => change.action === action),
      })),
  );
  return [
    ...conflicts.map(({ changes }) => ({ title: "Conflicts: Git and the live state both changed", changes })),
    ...others,
  ]
    .map(({ title, changes }) => ({ title, changes: changes.filter(({ address }) => !told.has(address)) }))
    .filter(({ changes }) => changes.length > 0);
}

/**
 * The changes that have a step, are in conflict, or are held back because of health. Groups of conflicts and drift come
 * first; no group is empty.
 */
export function groupsOf(plan: Plan): readonly ChangeGroup[] {
  const shown = new Set([...plan.steps, ...plan.held].map(({ address }) => address));
  const changes = plan.changes.filter((change) => shown.has(change.address) || isInConflict(change));
  return order
    .map((reason) => ({ reason, changes: changes.filter((change) => changeReason(change) === reason) }))
    .filter((group) => group.changes.length > 0);
}

/** The most urgent reason of a change. */
export function changeReason(change: Change): ChangeReason {
  const parts = change.action === "update" ? change.differences : [change];
  const reasons = parts.map(reasonOfPart);
  return order.find((reason) => reasons.includes(reason)) ?? "pending";
}

/** The reason for one field, or for creating or removing a whole resource. */
export function reasonOfPart(part: {
  readonly cause: Cause;
  readonly broughtBy?: ChangeOrigin | undefined;
}): ChangeReason {
  return part.cause === "pending" ? (part.broughtBy ?? "pending") : part.cause;
}

/** What to print beside a field for each reason. */
export const whys: Readonly<Record<ChangeReason, string>> = {
  conflict: "conflict",
  drift: "drift",
  proposal: "this pull request",
  main: "pending on main",
  pending: "pending",
};
