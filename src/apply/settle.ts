/**
 * Settles one step: look, send, decide, until it is known how it ended. The other of the two files that send
 * anything twice, and never blindly: only what was not carried out, or after a look that says it is still meant.
 */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { sameJson } from "../model/json.ts";
import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { LimitSettings } from "../model/project.ts";
import type { BusyReason, Milliseconds, Outcome } from "../model/reply.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import { type Decision, decide, type RetryBounds } from "./decide.ts";
import { judge, type Verdict } from "./judge.ts";
import type { ApplyRun } from "./run.ts";
import { gaveUp, indeterminate } from "./settle-problems.ts";
import { writeOf } from "./write.ts";

/** One step while it is settled. */
interface SettlingStep {
  readonly step: Step;
  readonly planned: Change;
  /** What is to be written now; moves on with every look. */
  change: Change;
  /** How often it was sent again after a look that was no wait for a lock. */
  again: number;
  /** How often it was sent at all. */
  sent: number;
  waits: number;
  readonly waited: Record<BusyReason, Milliseconds>;
  /** True once a reply was lost: what is live may be our own doing. */
  maybeAppliedByUs: boolean;
}

const maxAgain = 4;

/** How the step ended. Rejects only for our own bugs; an abort is an outcome. */
export async function settle(run: ApplyRun, step: Step): Promise<Outcome> {
  const planned = run.changes.get(step.address);
  if (!planned) throw new Error(`The plan has a step without its change: ${step.id}`);
  const waited = { notReady: 0, locked: 0, throttled: 0, unavailable: 0 };
  const counts = { again: 0, sent: 0, waits: 0 };
  const settling: SettlingStep = {
    step,
    planned,
    change: planned,
    ...counts,
    waited,
    maybeAppliedByUs: false,
  };
  try {
    return (await firstLook(run, settling)) ?? (await sendUntilSettled(run, settling));
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return settling.maybeAppliedByUs ? indeterminate(settling, "the run was interrupted") : interrupted;
  }
}

const interrupted: Outcome = { state: "skipped", because: "interrupted" };

/** The second look: is what was planned still what is meant? Nothing when the write should go. */
async function firstLook(run: ApplyRun, settling: SettlingStep): Promise<Outcome | undefined> {
  if (parentIsNew(run, settling.planned)) return undefined;
  return follow(run, settling, verdictOf(run, settling, await run.second(settling.step.address)));
}

/** Nobody else can have written into what this run has just made. */
function parentIsNew(run: ApplyRun, planned: Change): boolean {
  const { parent } = planned.action === "remove" ? planned.base : planned.desired;
  return parent !== undefined && run.made.has(parent);
}

async function sendUntilSettled(run: ApplyRun, settling: SettlingStep): Promise<Outcome> {
  for (;;) {
    if (run.signal.aborted)
      return settling.maybeAppliedByUs ? indeterminate(settling, "the run was interrupted") : interrupted;
    const decision = await send(run, settling);
    const outcome = await carryOut(run, settling, decision);
    if (outcome) return outcome;
  }
}

async function send(run: ApplyRun, settling: SettlingStep): Promise<Decision> {
  const target = run.targets.get(settling.step.target);
  if (!target) throw new Error(`The plan has a step for a target that is not open: ${settling.step.target}`);
  const stop = await intend(run, settling);
  if (stop) return { do: "fail", problem: stop };
  const reply = await target.session.write(
    writeOf(settling.change, (address) => idOf(run, address)),
    run.signal,
  );
  run.journal?.note({ kind: "reply", step: settling.step.id, meaning: reply.meaning });
  return decide(reply, { ...settling, random: run.random() }, boundsOf(target.target.limits));
}

/** Makes it durable that this write is about to leave. The problem, when that cannot be: then it must not leave. */
async function intend(run: ApplyRun, settling: SettlingStep): Promise<Problem | undefined> {
  const { id: step, operation, address } = settling.step;
  settling.sent += 1;
  try {
    const back = run.backwards ? { back: true as const } : {};
    await run.journal?.write({ kind: "intent", step, operation, address, attempt: settling.sent, ...back });
    return undefined;
  } catch (error) {
    run.journalFailed = true;
    const why = error instanceof Error ? error.message : String(error);
    const text = `the journal could not be written, so the ${operation} was not sent: ${why}`;
    return problem("journal-unwritable", text, {
      hint: "Make room or correct permissions, then apply again.",
    });
  }
}

/** Does what was decided; the outcome when that is the end of it. */
async function carryOut(
  run: ApplyRun,
  settling: SettlingStep,
  decision: Decision,
): Promise<Outcome | undefined> {
  switch (decision.do) {
    case "finish":
      return applied(run, settling, decision.id);
    case "fail":
      return { state: "failed", problem: { ...decision.problem, address: settling.step.address } };
    case "wait":
      settling.waits += 1;
      settling.waited[decision.reason] += decision.ms;
      await wait(run, settling, decision);
      return decision.look ? look(run, settling) : undefined;
    case "look":
      return lookAndSendAgain(run, settling, decision);
  }
}

/** Why a step waits, and how long. */
interface Wait {
  readonly reason: BusyReason;
  readonly ms: Milliseconds;
}

async function wait(run: ApplyRun, { step }: SettlingStep, { reason, ms }: Wait): Promise<void> {
  const { target, address } = step;
  run.listener?.({ type: "waiting", target, reason, ms, address });
  await run.clock.wait(ms, run.signal);
}

/** Looks, and takes in what is seen: the outcome when it ends the step, else the change to write now. */
async function look(run: ApplyRun, settling: SettlingStep): Promise<Outcome | undefined> {
  const verdict = verdictOf(run, settling, await run.lookAgain()(settling.step.address));
  if (verdict.is === "unknown" && settling.maybeAppliedByUs)
    return indeterminate(settling, verdict.problem.message);
  return follow(run, settling, verdict);
}

async function lookAndSendAgain(
  run: ApplyRun,
  settling: SettlingStep,
  { ms, carriedOut, last, detail }: Extract<Decision, { do: "look" }>,
): Promise<Outcome | undefined> {
  if (carriedOut === "perhaps") settling.maybeAppliedByUs = true;
  if (ms > 0) await wait(run, settling, { reason: "unavailable", ms });
  const before = settling.change;
  const outcome = await look(run, settling);
  if (outcome) return outcome;
  if (carriedOut === "no" && sameLive(before, settling.change)) return waitAsForLock(run, settling, detail);
  if (last) return { state: "failed", problem: gaveUp(settling, detail) };
  settling.again += 1;
  return undefined;
}

/** A conflict although nothing has changed: someone holds a lock (a bare 409 does not say so). */
async function waitAsForLock(
  run: ApplyRun,
  settling: SettlingStep,
  detail: string,
): Promise<Outcome | undefined> {
  const limits = run.targets.get(settling.step.target)?.target.limits ?? {};
  const reply = { meaning: "busy", reason: "locked", detail } as const;
  return carryOut(run, settling, decide(reply, { ...settling, random: run.random() }, boundsOf(limits)));
}

function verdictOf(run: ApplyRun, settling: SettlingStep, observed: Observation<LiveResource>): Verdict {
  const { planned } = settling;
  // What is in something that this run has made came with it, as a network's netflow does where it is a resource.
  const maybeAppliedByUs = settling.maybeAppliedByUs || parentIsNew(run, planned);
  return judge({
    planned,
    desired: run.desired,
    base: run.base,
    observed,
    maybeAppliedByUs,
    onConflict: run.onConflict,
  });
}

/** Takes a verdict in: the outcome when it ends the step, else the change to write now. */
function follow(run: ApplyRun, settling: SettlingStep, verdict: Verdict): Outcome | undefined {
  const { address } = settling.step;
  switch (verdict.is) {
    case "write":
      settling.change = verdict.change;
      return undefined;
    case "converged":
      return settling.maybeAppliedByUs
        ? applied(run, settling, verdict.live?.id)
        : converged(run, address, verdict.live?.id);
    case "conflict":
      return { state: "failed", problem: verdict.problem };
    case "unknown":
      return { state: "failed", problem: { ...verdict.problem, address } };
  }
}

function applied(run: ApplyRun, settling: SettlingStep, id: string | undefined): Outcome {
  const { change, maybeAppliedByUs, step } = settling;
  const own = id ?? (change.action === "update" ? change.live.id : undefined);
  if (own !== undefined) run.ids.set(step.address, own);
  run.written.set(step.address, change);
  if (change.action === "create" && !maybeAppliedByUs) run.made.add(step.address);
  if (change.action === "remove") run.gone.add(step.address);
  return { state: "applied", id: own };
}

function converged(run: ApplyRun, address: Address, id: string | undefined): Outcome {
  if (id !== undefined) run.ids.set(address, id);
  return { state: "converged" };
}

function idOf(run: ApplyRun, address: Address): string | undefined {
  const seen = run.snapshot.observations.get(address);
  return run.ids.get(address) ?? (seen?.state === "present" ? seen.value.id : undefined);
}

/** True when a look showed what was there before it. */
function sameLive(a: Change, b: Change): boolean {
  if (a.action === "create" || b.action === "create") return a.action === b.action;
  return a.live.id === b.live.id && sameJson(a.live.value, b.live.value);
}

/** The bounds that a target's limits set, in milliseconds. */
function boundsOf(limits: LimitSettings): RetryBounds {
  const notReady = (limits.readinessSeconds ?? 300) * 1000;
  const locked = (limits.lockSeconds ?? 120) * 1000;
  // The paced wire has waited for the rate limit as long as that makes sense.
  return { again: maxAgain, waits: { notReady, locked, throttled: 0, unavailable: 30_000 } };
}
