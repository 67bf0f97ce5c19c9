/**
 * Executes one step: performs the action of its current state, and asks the transition table (`next.ts`) for the next
 * state, until the step ends. Writes are resent only here and in the paced wire. A write is resent only if it was not
 * carried out, or if a read shows that it is still needed.
 */

import type { Change } from "../../model/change.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Outcome } from "../../model/reply.ts";
import type { ApplyRun } from "../run.ts";
import {
  type ExecutionState,
  newExecution,
  type StepEvent,
  type StepExecution,
  type StepNote,
} from "./execution.ts";
import { expectedWrite, mayDuplicate, parentIn, parentIsNew, stepFacts } from "./facts.ts";
import { next } from "./next.ts";
import { perform } from "./perform.ts";
import { stepOutcome } from "./step-outcome.ts";

/** Returns the outcome of the step. Rejects only on bugs in trueup; an abort is an outcome. */
export async function executeStep(run: ApplyRun, step: Step): Promise<Outcome> {
  const planned = run.changes.get(step.address);
  if (!planned) throw new Error(`The plan has a step without its change: ${step.id}`);
  // If an earlier run has left a create of this resource open, the live resource counts as created by trueup.
  const maybeAppliedByUs =
    run.interrupted?.some((one) => one.step === step.id && one.operation === "create" && !one.back) ?? false;
  const state = { is: run.earlierTasks.has(step.address) ? "awaitingEarlierTask" : "queued" } as const;
  return execute(run, { ...newExecution(step, planned), maybeAppliedByUs, state });
}

/** The states that need a slot for reading and sending. */
const needsRoom: ReadonlySet<ExecutionState["is"]> = new Set(["checking", "confirming", "sending"]);

async function execute(run: ApplyRun, begun: StepExecution): Promise<Outcome> {
  const facts = stepFacts(run, begun);
  let leave: (() => void) | undefined;
  let on = begun;
  try {
    while (on.state.is !== "ended") {
      let event: StepEvent = { is: "inTurn" };
      try {
        if (on.state.is !== "queued") event = await perform(run, { ...on, state: on.state });
        else if (!run.signal.aborted) leave = await room(run, on);
        if (on.state.is === "queued" && run.signal.aborted) event = { is: "aborted" };
      } catch (error) {
        if (!run.signal.aborted) throw error;
        event = { is: "aborted" };
      }
      const { to, notes } = next(on, event, facts);
      for (const note of notes) record(run, to, note);
      on = to;
      if (needsRoom.has(on.state.is)) continue;
      leave?.();
      leave = undefined;
    }
    const outcome = stepOutcome(on, on.state.ending);
    // The create was not carried out after all, so it no longer counts as accepted.
    if (outcome.state === "failed" && on.created === undefined) run.accepted.delete(on.step.address);
    return outcome;
  } finally {
    leave?.();
    run.freshParents.leave(parentIn(begun.planned) ?? begun.step.address, begun.step.address);
  }
}

/** Takes a slot for the step: in a batch if the write can be batched, otherwise in the target's semaphore. */
async function room(run: ApplyRun, on: StepExecution): Promise<() => void> {
  const { target, address } = on.step;
  const { queue } = run.batches.get(target) ?? {};
  const write = expectedWrite(run, on);
  if (await queue?.turn(write, run.signal)) return () => queue?.forget(address);
  return run.writeSemaphore.acquire({ target, scope: write.scope });
}

/** Updates the run's shared state with what a step has learned. */
function record(run: ApplyRun, on: StepExecution, note: StepNote): void {
  const { step, change } = on;
  const { address } = step;
  switch (note.is) {
    case "maybeWritten":
      run.maybeWritten.add(address);
      return;
    case "accepted":
      recordAccepted(run, { step, change }, note.id);
      return;
    case "written":
      recordWritten(run, step, note);
      if (on.leftAt !== undefined) run.leftAt.set(address, on.leftAt);
      run.doneAt.set(address, run.clock.now());
      if (parentIsNew(run, on.planned))
        run.freshParents.taken(parentIn(on.planned) ?? address, run.clock.now());
      return;
    case "askedEnough":
      run.freshParents.askedEnough(parentIn(on.planned) ?? address, run.clock.now());
      return;
    case "found":
      run.ids.set(address, note.id);
      return;
    case "stillRunning":
      run.stillRunning.set(address, { address, task: note.task });
      return;
    case "postponed": {
      const { secondTry } = note;
      const again = (now: Step) => execute(run, { ...secondTry, step: now });
      run.postponed.set(step.id, { leftAfter: secondTry.leftAfter, again });
      return;
    }
    case "batchUndone":
      run.batches.get(step.target)?.queue.again(address, note.task, note.cause);
  }
}

function recordWritten(
  run: ApplyRun,
  step: Step,
  { change, id, stored, isMade }: Extract<StepNote, { is: "written" }>,
): void {
  const { address } = step;
  if (id !== undefined) run.ids.set(address, id);
  run.written.set(address, change);
  run.stored.delete(address);
  run.logged.delete(address);
  if (stored) run.stored.set(address, stored);
  if (isMade) run.made.add(address);
  recordAccepted(run, { step, change }, id);
  if (change.action === "remove") run.gone.add(address);
}

/**
 * Records the time from which a created resource may exist, so that its create is not sent again. The reply to the
 * follow-up update does not change this time.
 */
function recordAccepted(
  run: ApplyRun,
  { step, change }: { readonly step: Step; readonly change: Change },
  id: string | undefined,
): void {
  const { address } = step;
  if (change.action !== "create" || !mayDuplicate(run, step)) return;
  const { since = run.clock.date(), id: known } = run.accepted.get(address) ?? {};
  const own = id ?? known;
  run.accepted.set(address, { address, since, ...(own !== undefined && { id: own }) });
}
