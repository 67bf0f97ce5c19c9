/** Turns the result of an apply or a comparison into a notification: counts, and names from the project file. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { ApplyNotification, DriftNotification, Notification } from "../model/notify.ts";
import { conflictsHeld, type Plan } from "../model/plan/plan.ts";
import type { ApplyResult, Outcome } from "../model/reply.ts";
import { driftOf } from "../report/drift/drift.ts";
import { isUnfinished } from "../report/finishing.ts";
import { counted } from "../report/text/value.ts";

/** When a run happened, and its URL. */
export interface Occasion {
  /** The time of the run: ISO 8601 in UTC. */
  readonly at: string;
  /** The URL of the run. */
  readonly run?: string | undefined;
}

/** An apply that has ended. Without a `result`, it has sent nothing. */
export interface ApplyOccasion extends Occasion {
  readonly plan: Plan;
  readonly result?: ApplyResult;
  /** The exit status of the apply. */
  readonly status: number;
}

/** The notification of an apply; undefined if there was nothing to do and nothing went wrong. */
export function applyNotification({
  plan,
  result,
  status,
  ...occasion
}: ApplyOccasion): Notification | undefined {
  const { settled = [], finished = [] } = result ?? {};
  const count = (...states: readonly Outcome["state"][]) =>
    settled.filter(({ outcome }) => states.includes(outcome.state)).length;
  if (settled.length + finished.length === 0 && status === 0) return undefined;
  const counts: ApplyNotification["counts"] = {
    done: count("applied", "converged"),
    failed: count("failed"),
    unknown: count("unknown") + plan.unknown.length,
    notTried: count("skipped"),
    held: plan.held.length + conflictsHeld(plan).length,
    different: result?.nonConvergent.length ?? 0,
    takenBack: countTakenBack(result),
    unfinished: finished.filter(isUnfinished).length,
  };
  const event = status === 0 ? "apply" : "failure";
  const touched = [...settled, ...plan.unknown, ...plan.held, ...conflictsHeld(plan)];
  const head = headOf(plan, occasion, [...touched.map(targetOf), ...finished]);
  return { ...head, event, status, counts, summary: sentence(head, `apply: ${applyWords(counts)}`) };
}

function countTakenBack(result: ApplyResult | undefined): number {
  return (result?.rolledBack?.settled ?? []).filter(
    ({ outcome: { state } }) => state === "applied" || state === "converged",
  ).length;
}

function applyWords(counts: ApplyNotification["counts"]): string {
  const { done, failed, unknown, notTried, held, different, takenBack, unfinished } = counts;
  return [
    `${counted(done, "change")} done`,
    ...some(failed, "failed"),
    ...some(unknown, "unknown"),
    ...some(notTried, "not tried"),
    ...some(held, "held back"),
    ...some(different, "still different"),
    ...some(takenBack, "rolled back"),
    ...some(unfinished, "not finished"),
  ].join(", ");
}

function some(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}

/** The notification of a comparison; undefined if there is no drift, no conflict and no unexpected resource. */
export function driftNotification(plan: Plan, occasion: Occasion): DriftNotification | undefined {
  const { drifted, conflicts, pending, unexpected } = driftOf(plan);
  if (drifted.length + conflicts.length + unexpected.length === 0) return undefined;
  const unexpectedOnes = unexpected.map((address) => ({ address }));
  const head = headOf(plan, occasion, [...drifted, ...conflicts, ...unexpectedOnes].map(targetOf));
  const counts = {
    drifted: drifted.length,
    conflicts: conflicts.length,
    unexpected: unexpected.length,
    pending: pending.length,
    unknown: plan.unknown.length,
  };
  const words = [
    `${counted(drifted.length, "resource")} drifted`,
    ...some(conflicts.length, "in conflict"),
    ...some(unexpected.length, "unexpected"),
    ...some(pending.length, "pending in Git"),
    ...some(plan.unknown.length, "unknown"),
  ].join(", ");
  return { ...head, event: "drift", counts, summary: sentence(head, `drift: ${words}`) };
}

type Told = Omit<DriftNotification, "event" | "counts" | "summary">;

function targetOf({ address }: { readonly address: Address }): { readonly target: string } {
  return addressParts(address);
}

function headOf(plan: Plan, { at, run }: Occasion, touched: readonly { readonly target: string }[]): Told {
  const { environment, fingerprint, origin } = plan;
  const targets = [...new Set(touched.map(({ target }) => target))].sort();
  return {
    format: "trueup.notification",
    version: 1,
    environment,
    at,
    targets,
    fingerprint,
    commit: origin?.commit,
    run,
  };
}

/** Names are in backquotes: Markdown then shows them unchanged, and they remain readable as plain text. */
function sentence({ environment, targets, run }: Told, what: string): string {
  const where = targets.length === 0 ? "" : ` (${targets.map((name) => `\`${name}\``).join(", ")})`;
  return `trueup \`${environment}\`, ${what}${where}${run === undefined ? "" : `: <${run}>`}`;
}
