/**
 * Settles one step: look, send, decide, until it is known how it ended. The other of the two files that send
 * anything twice, and never blindly: only what was not carried out, or after a look that says it is still meant.
 */

import { type Address, addressParts } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { sameJson } from "../model/json.ts";
import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { LimitSettings } from "../model/project.ts";
import type { BusyReason, Milliseconds, Outcome } from "../model/reply.ts";
import type { Live, Observation } from "../model/snapshot.ts";
import { type Bounds, type Decision, decide } from "./decide.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Run } from "./run.ts";
import { writeOf } from "./write.ts";

/** One step while it is settled. */
interface Course {
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
  perhapsOurs: boolean;
}

const againMax = 4;

/** How the step ended. Rejects only for our own bugs; an abort is an outcome. */
export async function settle(run: Run, step: Step): Promise<Outcome> {
  const planned = run.changes.get(step.address);
  if (!planned) throw new Error(`The plan has a step without its change: ${step.id}`);
  const waited = { notReady: 0, locked: 0, throttled: 0, unavailable: 0 };
  const counts = { again: 0, sent: 0, waits: 0 };
  const course: Course = { step, planned, change: planned, ...counts, waited, perhapsOurs: false };
  try {
    return (await firstLook(run, course)) ?? (await sendUntilSettled(run, course));
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return course.perhapsOurs ? nobodyKnows(course, "the run was interrupted") : interrupted;
  }
}

const interrupted: Outcome = { state: "skipped", because: "interrupted" };

/** The second look: is what was planned still what is meant? Nothing when the write should go. */
async function firstLook(run: Run, course: Course): Promise<Outcome | undefined> {
  if (parentIsNew(run, course.planned)) return undefined;
  return follow(run, course, verdictOf(run, course, await run.second(course.step.address)));
}

/** Nobody else can have written into what this run has just made. */
function parentIsNew(run: Run, planned: Change): boolean {
  const { parent } = planned.action === "remove" ? planned.base : planned.desired;
  return parent !== undefined && run.made.has(parent);
}

async function sendUntilSettled(run: Run, course: Course): Promise<Outcome> {
  for (;;) {
    if (run.signal.aborted)
      return course.perhapsOurs ? nobodyKnows(course, "the run was interrupted") : interrupted;
    const decision = await send(run, course);
    const outcome = await carryOut(run, course, decision);
    if (outcome) return outcome;
  }
}

async function send(run: Run, course: Course): Promise<Decision> {
  const target = run.targets.get(course.step.target);
  if (!target) throw new Error(`The plan has a step for a target that is not open: ${course.step.target}`);
  const stop = await intend(run, course);
  if (stop) return { do: "fail", problem: stop };
  const reply = await target.session.write(
    writeOf(course.change, (address) => idOf(run, address)),
    run.signal,
  );
  run.journal?.note({ kind: "reply", step: course.step.id, meaning: reply.meaning });
  return decide(reply, { ...course, random: run.random() }, boundsOf(target.target.limits));
}

/** Makes it durable that this write is about to leave. The problem, when that cannot be: then it must not leave. */
async function intend(run: Run, course: Course): Promise<Problem | undefined> {
  const { id: step, operation, address } = course.step;
  course.sent += 1;
  try {
    const back = run.backwards ? { back: true as const } : {};
    await run.journal?.write({ kind: "intent", step, operation, address, attempt: course.sent, ...back });
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
async function carryOut(run: Run, course: Course, decision: Decision): Promise<Outcome | undefined> {
  switch (decision.do) {
    case "finish":
      return applied(run, course, decision.id);
    case "fail":
      return { state: "failed", problem: { ...decision.problem, address: course.step.address } };
    case "wait":
      course.waits += 1;
      course.waited[decision.reason] += decision.ms;
      await wait(run, course, decision);
      return decision.look ? look(run, course) : undefined;
    case "look":
      return lookAndSendAgain(run, course, decision);
  }
}

/** Why a step waits, and how long. */
interface Wait {
  readonly reason: BusyReason;
  readonly ms: Milliseconds;
}

async function wait(run: Run, { step }: Course, { reason, ms }: Wait): Promise<void> {
  const { target, address } = step;
  run.listener?.({ type: "waiting", target, reason, ms, address });
  await run.clock.wait(ms, run.signal);
}

/** Looks, and takes in what is seen: the outcome when it ends the step, else the change to write now. */
async function look(run: Run, course: Course): Promise<Outcome | undefined> {
  const verdict = verdictOf(run, course, await run.lookAgain()(course.step.address));
  if (verdict.is === "unknown" && course.perhapsOurs) return nobodyKnows(course, verdict.problem.message);
  return follow(run, course, verdict);
}

async function lookAndSendAgain(
  run: Run,
  course: Course,
  { ms, carriedOut, last, detail }: Extract<Decision, { do: "look" }>,
): Promise<Outcome | undefined> {
  if (carriedOut === "perhaps") course.perhapsOurs = true;
  if (ms > 0) await wait(run, course, { reason: "unavailable", ms });
  const before = course.change;
  const outcome = await look(run, course);
  if (outcome) return outcome;
  if (carriedOut === "no" && sameLive(before, course.change)) return waitAsForLock(run, course, detail);
  if (last) return { state: "failed", problem: gaveUp(course, detail) };
  course.again += 1;
  return undefined;
}

/** A conflict although nothing has changed: someone holds a lock (a bare 409 does not say so). */
async function waitAsForLock(run: Run, course: Course, detail: string): Promise<Outcome | undefined> {
  const limits = run.targets.get(course.step.target)?.target.limits ?? {};
  const reply = { meaning: "busy", reason: "locked", detail } as const;
  return carryOut(run, course, decide(reply, { ...course, random: run.random() }, boundsOf(limits)));
}

function verdictOf(run: Run, course: Course, observed: Observation<Live>): Verdict {
  const { planned } = course;
  // What is in something that this run has made came with it, as a network's netflow does where it is a resource.
  const perhapsOurs = course.perhapsOurs || parentIsNew(run, planned);
  return judge({
    planned,
    desired: run.desired,
    base: run.base,
    observed,
    perhapsOurs,
    onConflict: run.onConflict,
  });
}

/** Takes a verdict in: the outcome when it ends the step, else the change to write now. */
function follow(run: Run, course: Course, verdict: Verdict): Outcome | undefined {
  const { address } = course.step;
  switch (verdict.is) {
    case "write":
      course.change = verdict.change;
      return undefined;
    case "converged":
      return course.perhapsOurs
        ? applied(run, course, verdict.live?.id)
        : converged(run, address, verdict.live?.id);
    case "conflict":
      return { state: "failed", problem: verdict.problem };
    case "unknown":
      return { state: "failed", problem: { ...verdict.problem, address } };
  }
}

function applied(run: Run, course: Course, id: string | undefined): Outcome {
  const { change, perhapsOurs, step } = course;
  const own = id ?? (change.action === "update" ? change.live.id : undefined);
  if (own !== undefined) run.ids.set(step.address, own);
  run.written.set(step.address, change);
  if (change.action === "create" && !perhapsOurs) run.made.add(step.address);
  if (change.action === "remove") run.gone.add(step.address);
  return { state: "applied", ...(own !== undefined && { id: own }) };
}

function converged(run: Run, address: Address, id: string | undefined): Outcome {
  if (id !== undefined) run.ids.set(address, id);
  return { state: "converged" };
}

function idOf(run: Run, address: Address): string | undefined {
  const seen = run.snapshot.observations.get(address);
  return run.ids.get(address) ?? (seen?.state === "present" ? seen.value.id : undefined);
}

/** True when a look showed what was there before it. */
function sameLive(a: Change, b: Change): boolean {
  if (a.action === "create" || b.action === "create") return a.action === b.action;
  return a.live.id === b.live.id && sameJson(a.live.value, b.live.value);
}

/** The bounds that a target's limits set, in milliseconds. */
function boundsOf(limits: LimitSettings): Bounds {
  const notReady = (limits.readinessSeconds ?? 300) * 1000;
  const locked = (limits.lockSeconds ?? 120) * 1000;
  // The paced wire has waited for the rate limit as long as that makes sense.
  return { again: againMax, waits: { notReady, locked, throttled: 0, unavailable: 30_000 } };
}

function nobodyKnows(course: Course, why: string): Outcome {
  const { address } = course.step;
  const text = `the reply to the ${course.step.operation} was lost, and looking again did not tell: ${why}`;
  const hint = "Run apply again: it looks before it writes.";
  return { state: "unknown", problem: problem("outcome-unknown", text, { address, hint }) };
}

function gaveUp(course: Course, detail: string): Problem {
  const { address } = course.step;
  const { target } = addressParts(address);
  const text = `${address}: sent ${course.again + 1} times, and ${target} never took it: ${detail}`;
  return problem("gave-up", text, { address, hint: "Look at the target's own log." });
}
