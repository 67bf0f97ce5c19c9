/** Plans, asks, carries out and records: a recorded apply once its project is open. */

import { visibleWithin } from "../../apply/execute/facts.ts";
import { type Address, addressParts } from "../../model/address.ts";
import { conflictsHeld, type Plan } from "../../model/plan/plan.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { hasWork } from "../../model/status.ts";
import { applyNotification } from "../../notify/notification.ts";
import { applyStatus } from "../../report/apply/apply-text.ts";
import { notWritten } from "../../report/plan/unwritable-text.ts";
import { planWithout, resultWithout } from "../../report/without-secrets.ts";
import { factsOf } from "../facts.ts";
import { sendNotification } from "../notifying.ts";
import { allowing, applyPlan, makePlan, type PlannedRun, type PlanRequest } from "../reconcile.ts";
import { touchedBy } from "../sides/earlier-look.ts";
import { timedWarnings } from "./consents.ts";
import type { ApplyEnding } from "./events.ts";
import { leaveEntry } from "./history.ts";
import { type ApplyRecorder, openRecording } from "./record.ts";
import { applyRefusal } from "./refusal.ts";
import { notReviewed, redefinedOf, unkeyedOf } from "./reviewed-plans.ts";
import type { RunningApply } from "./running-apply.ts";

/**
 * Carries out an apply and returns how it ended. Rejects if the signal fires before anything was sent, and on bugs in
 * trueup.
 */
export async function carryOut(on: RunningApply): Promise<ApplyEnding> {
  const { options, opened, owner, say, held, secrets } = on;
  const { allowDirty = false, consents = [] } = options;
  const readied = await openRecording(opened, { allowDirty, owner, say });
  if ("refusal" in readied) return { is: "refused", refusal: readied.refusal };
  const { journal } = held;
  const started = opened.context.clock.date();
  await untilVisible(on);
  const made = allowing(await planned(on, journal.withLeft({ ...on.request, consents })), consents);
  await journal.resolveInterrupted(made);
  const plan = planWithout(made.plan, secrets);
  say({ type: "planned", plan, policyWarnings: timedWarnings(made.plan, opened.context) });
  const refusal = await applyRefusal(on, made.plan, plan);
  if (refusal) return { is: "refused", refusal, plan };
  const run = { made, plan, started, recording: readied.recording };
  return hasWork(made.plan, journal.leftFinishes) ? applied(on, run) : nothingToDo(on, run);
}

/** Waits until lists must show the creates that the last run did not see, so that the plan finds them. */
async function untilVisible({ opened, held, signal }: RunningApply): Promise<void> {
  const { clock, listener, targets } = opened.context;
  const now = Date.parse(clock.date());
  const left = held.journal.accepted.map(({ intent: { address }, since }) => {
    const { target } = addressParts(address);
    const ago = Math.max(0, now - Date.parse(since));
    return { target, address, ms: visibleWithin({ targets }, { target }) - ago };
  });
  const [last] = left.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
  if (!last) return;
  listener?.({ type: "waiting", reason: "notVisible", ...last });
  await clock.wait(last.ms, signal);
}

/** A plan that is carried out. */
interface Approved {
  readonly made: PlannedRun;
  /** The plan, redacted for output. */
  readonly plan: Plan;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly recording: ApplyRecorder;
}

/**
 * Makes the plan to carry out. If a change is in none of the reviewed plans, the plan is made again without the address
 * of this change.
 */
async function planned(on: RunningApply, request: PlanRequest): Promise<PlannedRun> {
  const { context } = on.opened;
  const { approval } = on.options;
  const made = await madeNow(on, request);
  if (!("reviewed" in approval)) return made;
  const left = notReviewed(made.plan, approval.reviewed);
  if (left.size === 0) return made;
  const redefined = redefinedOf(left, made.plan, approval.reviewed);
  on.say({ type: "skipped", addresses: left, redefined, unkeyed: unkeyedOf(left, made.plan) });
  const { only } = request;
  const narrowed = (address: Address) => !left.has(address) && (only?.(address) ?? true);
  return makePlan(context, { ...request, only: narrowed }, on.signal);
}

/** Makes a plan from an earlier observation. Only the resources that the plan would change are observed again. */
async function madeNow({ opened: { context }, options, signal }: RunningApply, request: PlanRequest) {
  const { earlier } = options;
  if (!earlier) return makePlan(context, request, signal);
  const first = await makePlan(context, { ...request, earlier: { ...earlier, anew: () => false } }, signal);
  if (first.plan.changes.length === 0) return first;
  const { prune = false } = request;
  const facts = new Map([...context.targets].map(([name, open]) => [name, factsOf(open)]));
  const anew = touchedBy(first.plan, { desired: context.desired, base: first.base, prune, facts });
  const { snapshot, plan } = first;
  return makePlan(context, { ...request, earlier: { snapshot, pending: plan.pending, anew } }, signal);
}

async function nothingToDo(on: RunningApply, { made, recording, ...of }: Approved): Promise<ApplyEnding> {
  const { plan } = of;
  on.say({ type: "nothingToDo", plan });
  on.held.needed();
  const { failed, ...record } = await recording.record(made);
  if (!failed) await on.held.journal.recorded();
  const status = idleStatus(made.plan);
  if (!failed) await leaveEntry(on, { ...of, ...record, status });
  return { is: "nothingToDo", plan, recorded: record.recorded, status: failed ? 1 : status };
}

/** The exit status of an apply whose plan has nothing to do. */
export function idleStatus(plan: Plan): 0 | 1 | 3 {
  const open = plan.unknown.length + conflictsHeld(plan).length + notWritten(plan).length;
  return open > 0 ? 1 : plan.notTaken ? 3 : 0;
}

async function applied(on: RunningApply, { made, recording, ...of }: Approved): Promise<ApplyEnding> {
  const { plan } = of;
  const { options, opened, held, say, signal } = on;
  held.needed();
  const begun = await held.journal.begin();
  if ("is" in begun) return begun;
  const { path, interrupted, leftFinishes, accepted } = held.journal;
  say({ type: "journalOpened", path, plan });
  const { onConflict = "hold", rollbackOnFailure = false, afterWave } = options;
  const { journal } = begun;
  const left = { interrupted, leftFinishes, leftAccepted: accepted };
  const { remembers } = recording;
  const request = { onConflict, rollbackOnFailure, signal, afterWave, journal, remembers, ...left };
  const ended = await applyPlan(opened.context, made, request);
  const result = resultWithout(ended, on.secrets);
  await held.journal.end(made, ended);
  const unheard = crashOf(() => say({ type: "settled", plan, result }));
  const { failed, ...record } = await recording.record(made, ended);
  if (!failed) await held.journal.recorded();
  const status = applyStatus(made.plan, ended);
  await leaveEntry(on, { ...of, ...record, result, status });
  const crash = ended.crash ?? unheard;
  if (crash) throw crash.error;
  const { recorded } = record;
  return { is: "applied", plan, result, recorded, status: status === 0 && failed ? 3 : status };
}

/**
 * The error that `act` throws because of a bug in trueup or in a listener; undefined if it throws none. Such an error
 * must not prevent a run from being recorded.
 */
function crashOf(act: () => void): { readonly error: unknown } | undefined {
  try {
    act();
  } catch (error) {
    return { error };
  }
  return undefined;
}

/** Sends the notification of a run that was carried out or had nothing to do. An interrupted run sends none. */
export async function notifyListeners(on: RunningApply, ending: ApplyEnding): Promise<void> {
  if ((ending.is !== "applied" && ending.is !== "nothingToDo") || on.signal.aborted) return;
  const { context } = on.opened;
  const { plan, status } = ending;
  const result: { readonly result?: ApplyResult } = ending.is === "applied" ? { result: ending.result } : {};
  const occasion = { at: context.clock.date(), run: on.owner.run };
  const notification = applyNotification({ plan, status, ...result, ...occasion });
  for (const problem of await sendNotification(context, notification)) on.say({ type: "warned", problem });
}
