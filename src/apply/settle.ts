/**
 * Settles one step: look, send, decide, until it is known how it ended. The other of the two files that send
 * anything twice, and never blindly: only what was not carried out, or after a look that says it is still meant.
 */

import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { BusyReason, Milliseconds, Outcome } from "../model/reply.ts";
import { isUnseen } from "../plan/irreversible.ts";
import { replacesMore } from "../plan/replacing.ts";
import { type Decision, decide } from "./decide.ts";
import { carriedOut, saidWhole } from "./following-update.ts";
import { lookForLostCreate, mayDuplicate } from "./late-create.ts";
import { isMovedList } from "./postponed.ts";
import type { ApplyRun } from "./run.ts";
import {
  gaveUp,
  indeterminate,
  perhapsLocked,
  refusedAgain,
  refusedUnchanged,
  tooLate,
} from "./settle-problems.ts";
import {
  boundsOf,
  expectedWrite,
  guardNow,
  othersIn,
  type SettlingStep,
  sameLive,
  settlingStep,
} from "./settling.ts";
import { isStillFresh, look, preWriteRead, secondLook } from "./step-looks.ts";
import { awaitOwnTask, lookAfterTask, taskLeft } from "./tasks.ts";
import { writeOf } from "./write.ts";
import { freshMs } from "./write-places.ts";

/** How the step ended. Rejects only for our own bugs; an abort is an outcome. */
export async function settle(run: ApplyRun, step: Step): Promise<Outcome> {
  const planned = run.changes.get(step.address);
  if (!planned) throw new Error(`The plan has a step without its change: ${step.id}`);
  const settling = settlingStep(step, planned);
  // What an earlier run may have made is ours, if it is there now.
  settling.maybeAppliedByUs =
    run.interrupted?.some((one) => one.step === step.id && one.operation === "create" && !one.back) ?? false;
  const earlier = run.earlierTasks.get(step.address);
  return ended(run, settling, async () => earlier && (await lookAfterTask(run, settling, earlier.end)));
}

/** What another write may mend: once one has changed its device it is looked at, and tried once more. */
function postpone(run: ApplyRun, settling: SettlingStep): void {
  if (settling.isSecondTry) return;
  const { step, leftAfter } = settling;
  const again = (now: Step) => {
    const anew = { ...settling, step: now, isSecondTry: true };
    return ended(run, anew, () => look(run, anew));
  };
  run.postponed.set(step.id, { leftAfter, again });
}

async function ended(
  run: ApplyRun,
  settling: SettlingStep,
  first: () => Promise<Outcome | undefined>,
): Promise<Outcome> {
  try {
    return saidWhole(settling, (await first()) ?? (await sendUntilSettled(run, settling)));
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return saidWhole(settling, interruption(settling));
  }
}

function interruption(settling: SettlingStep): Outcome {
  if (settling.task) return taskLeft(settling, settling.task);
  if (settling.maybeAppliedByUs) return indeterminate(settling, "the run was interrupted");
  return { state: "skipped", because: "interrupted" };
}

async function sendUntilSettled(run: ApplyRun, settling: SettlingStep): Promise<Outcome> {
  for (;;) {
    if (run.signal.aborted) return interruption(settling);
    const next = await inTurn(run, settling, () => lookAndSend(run, settling));
    const outcome = next && ("do" in next ? await carryOut(run, settling, next) : next);
    if (outcome) return outcome;
  }
}

/** Looks and writes when there is room: in a batch, for what goes in one, else in one of the target's places. */
async function inTurn<T>(run: ApplyRun, settling: SettlingStep, task: () => Promise<T>): Promise<T> {
  const { step, planned } = settling;
  const { queue } = run.batches.get(step.target) ?? {};
  if (!(await queue?.turn(expectedWrite(run, step, planned), run.signal))) return run.places.run(step, task);
  try {
    return await task();
  } finally {
    queue?.forget(step.address);
  }
}

/** The outcome, when a look ends the step; else what follows from the reply. Undefined: its turn came too late. */
async function lookAndSend(run: ApplyRun, settling: SettlingStep): Promise<Outcome | Decision | undefined> {
  if (run.signal.aborted) return interruption(settling);
  const seen = (await secondLook(run, settling)) ?? (await preWriteRead(run, settling));
  // Other writes of this run may have moved the list: when they have ended it stands still.
  if (seen && isMovedList(seen) && settling.sent === 0) postpone(run, settling);
  return seen ?? send(run, settling);
}

/** How often in a row a write is held back since what was seen is no longer fresh: then the limit allows no better. */
const maxLate = 2;

/** True: by the time its turn came what it was made of was no longer fresh, so it does not leave. */
function isLate(run: ApplyRun, settling: SettlingStep): boolean {
  const { isFresh, seenAt, late, step } = settling;
  if (isFresh || seenAt === undefined || late >= maxLate) return false;
  return freshMs(run.targets.get(step.target)) > 0 && !isStillFresh(run, settling);
}

async function send(run: ApplyRun, settling: SettlingStep): Promise<Decision | undefined> {
  const target = run.targets.get(settling.step.target);
  if (!target) throw new Error(`The plan has a step for a target that is not open: ${settling.step.target}`);
  const write = writeOf(settling.change, othersIn(run));
  const once = replacesMore(settling.change, target.dialect) && { once: true as const };
  settling.guard = target.session.guards?.(write);
  const { sent } = settling;
  let late: Problem | undefined;
  // What waits for the rate limit after that was sent once: it goes on.
  const leaving = async () => {
    late = settling.sent === sent && isLate(run, settling) ? tooLate(settling) : undefined;
    return late ?? intend(run, settling);
  };
  const { queue } = run.batches.get(settling.step.target) ?? {};
  const whole = { ...write, ...once, leaving };
  const reply = await (queue
    ? queue.write({ ...whole, exclusive: settling.step.exclusive }, run.signal)
    : target.session.write(whole, run.signal));
  settling.isFresh = false;
  settling.late = late ? settling.late + 1 : 0;
  if (late) return undefined;
  // What never left has no intent, and so no reply.
  if (settling.sent > sent)
    run.journal?.note({ kind: "reply", step: settling.step.id, meaning: reply.meaning });
  return decide(reply, { ...settling, random: run.random() }, boundsOf(run, settling));
}

/** Makes it durable that this write is about to leave. The problem, when that cannot be: then it must not leave. */
async function intend(run: ApplyRun, settling: SettlingStep): Promise<Problem | undefined> {
  const { id: step, operation, address } = settling.step;
  settling.sent += 1;
  settling.leftAt = run.clock.now();
  settling.leftAfter = run.written.size;
  try {
    const back = run.backwards ? { back: true as const } : {};
    const intent = { kind: "intent", step, operation, address, attempt: settling.sent, ...back } as const;
    await run.journal?.write({ ...intent, time: run.clock.date() });
    return undefined;
  } catch (error) {
    run.journalFailed = true;
    const why = error instanceof Error ? error.message : String(error);
    const text = `the journal could not be written, so the ${operation} was not sent: ${why}`;
    return problem("journal-unwritable", text, {
      hint: "Free disk space or correct the permissions, then apply again.",
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
      return carriedOut(run, settling, decision);
    case "await":
      return awaitOwnTask(run, settling, decision.task);
    case "fail": {
      const { problem: why, missing } = decision;
      if (missing) postpone(run, settling);
      return { state: "failed", problem: refusedAgain(settling, why) };
    }
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

async function lookAndSendAgain(
  run: ApplyRun,
  settling: SettlingStep,
  { ms, last, detail, ...why }: Extract<Decision, { do: "look" }>,
): Promise<Outcome | undefined> {
  if (why.carriedOut === "perhaps") {
    settling.maybeAppliedByUs = true;
    run.maybeWritten.add(settling.step.address);
  }
  if (ms > 0) await wait(run, settling, { reason: "unavailable", ms });
  const before = settling.change;
  const isLostCreate = why.carriedOut === "perhaps" && mayDuplicate(run, settling);
  const isCreate = isLostCreate || settling.created !== undefined;
  const isRepeatable = why.carriedOut === "no" && !why.unsent && settling.step.operation !== "create";
  const conflict = isRepeatable && !why.perhapsLocked ? detail : undefined;
  const outcome = await (isCreate ? lookForLostCreate(run, settling) : look(run, settling, { conflict }));
  if (outcome) return outcome;
  // A tag that the server refused and shows again is sent no more, and a new one is: that is another request.
  const isSame = sameLive(before, settling.change) && settling.guard === guardNow(run, settling);
  if (why.carriedOut === "no" && isSame) {
    if (why.perhapsLocked) return waitAsForLock(run, settling, detail);
    if (why.missing) postpone(run, settling);
    const refused = refusedUnchanged(settling, { detail, hint: why.hint, missing: why.missing });
    return { state: "failed", problem: refusedAgain(settling, refused) };
  }
  if (last)
    return why.carriedOut === "perhaps" && isUnseen(settling.change)
      ? indeterminate(settling, "what it writes cannot be read back")
      : { state: "failed", problem: gaveUp(settling, detail) };
  settling.again += 1;
  return undefined;
}

/** A conflict although nothing has changed: someone may hold a lock (a bare 409 does not say so). */
async function waitAsForLock(
  run: ApplyRun,
  settling: SettlingStep,
  detail: string,
): Promise<Outcome | undefined> {
  const reply = { meaning: "busy", reason: "locked", detail } as const;
  const decision = decide(reply, { ...settling, random: run.random() }, boundsOf(run, settling));
  if (decision.do !== "fail") return carryOut(run, settling, decision);
  return { state: "failed", problem: perhapsLocked(settling, detail) };
}
