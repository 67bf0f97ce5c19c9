/** Performs the action of a step's state (read, send, wait) and returns the event. Decides nothing. */

import { alikeOf, ownStatesOf } from "../../drivers/contract/alike-of.ts";
import { displacedOf } from "../../drivers/contract/displaced-of.ts";
import type { Change } from "../../model/change.ts";
import { type Acceptance, type Fence, NotOwned, notOwned, notOwnedBy } from "../../model/journal.ts";
import type { LiveResource, Observation } from "../../model/live/snapshot.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply, Task } from "../../model/reply.ts";
import type { Look } from "../../observe/look.ts";
import type { ReadGroup } from "../../observe/query.ts";
import { followingUpdate, replacesMore } from "../../plan/beyond-write.ts";
import { freshMs } from "../queue/write-semaphore.ts";
import type { ApplyRun } from "../run.ts";
import type { ExecutionState, LookState, StepEvent, StepExecution, WriteDeparture } from "./execution.ts";
import {
  createdImplicitly,
  isReadByItself,
  mayBeCreatedImplicitly,
  mayDuplicate,
  othersIn,
  parentIn,
} from "./facts.ts";
import { identifiedInList, isLeftCreate } from "./identified-in-list.ts";
import { judge } from "./judge.ts";
import { stillAsRead } from "./still-as-read.ts";
import { pause, taskEnd } from "./waits.ts";
import { writeOf } from "./write.ts";

/** A step with an action in progress. */
export type BusyExecution = StepExecution & {
  readonly state: Exclude<ExecutionState, { is: "queued" | "ended" }>;
};

/** Resolves to the event. Rejects once the run is interrupted, and on bugs in trueup. */
export async function perform(run: ApplyRun, on: BusyExecution): Promise<StepEvent> {
  const { state, step } = on;
  switch (state.is) {
    case "awaitingEarlierTask":
      return earlierTask(run, on);
    case "checking": {
      if (state.read === "own") return seen(run, on, await lookAt(run, on));
      const still = (group: ReadGroup, readAt: number) => stillAsRead(run, group, readAt);
      const shared = await run.preWriteCheck(step.address, still);
      const found = shared.seen.state === "absent" ? await leftByEarlier(run, on) : undefined;
      return found ? seen(run, on, found) : { ...seen(run, on, shared.seen), at: shared.at };
    }
    case "confirming":
      return seen(run, on, await run.lookAlone(step.address));
    case "sending":
      return send(run, on);
    case "awaitingTask":
      return ownTask(run, on, state.task);
    case "awaitingParent":
      await parentAwaited(run, on, state.ms);
      return { is: "waited" };
    case "waiting":
    case "lostUnseen":
    case "acceptedUnseen":
      await pause(run, step, { reason: state.is === "waiting" ? state.reason : "notVisible", ms: state.ms });
      return { is: "waited" };
    case "looking":
      return seen(run, on, await lookedFor(run, { ...on, state }));
  }
}

/**
 * Returns a resource that an earlier run may have created, if it now exists in another spelling; otherwise undefined.
 * If the plan's lists were read late enough to show it, the plan has already considered its name.
 */
async function leftByEarlier(
  run: ApplyRun,
  on: StepExecution,
): Promise<Observation<LiveResource> | undefined> {
  const { address } = on.step;
  if (!isLeftCreate(run, address) || run.snapshot.readAt !== undefined) return undefined;
  const found = await identifiedInList(run, address, run.lookAround());
  if (found === "found") return lookAt(run, on);
  return found && { state: "unknown", problem: found };
}

/** Waits to retry a refused write. Only one write at a time tests whether the parent is ready, on behalf of all. */
async function parentAwaited(run: ApplyRun, { planned, step }: StepExecution, ms: number): Promise<void> {
  const { address } = step;
  const parent = parentIn(planned) ?? address;
  await run.freshParents.turn(parent, address, run.signal);
  if (ms <= 0) return;
  const paused = (signal: AbortSignal) => pause(run, step, { reason: "notReady", ms, signal });
  await run.freshParents.pausing(parent, paused, run.signal);
}

async function earlierTask(run: ApplyRun, { step: { address } }: StepExecution): Promise<StepEvent> {
  const end = await run.earlierTasks.get(address)?.end;
  const { task: running } = run.stillRunning.get(address) ?? {};
  return { is: "earlierEnded", end, running, isAborted: run.signal.aborted };
}

/** Reads one resource individually if possible, otherwise with its whole list. */
function lookAt(run: ApplyRun, on: StepExecution): Promise<Observation<LiveResource>> {
  const { address } = on.step;
  return isAlone(run, on) ? run.lookAlone(address) : run.lookAgain()(address);
}

function isAlone(run: ApplyRun, { step, change }: StepExecution): boolean {
  const dialect = run.targets.get(step.target)?.dialect;
  return dialect !== undefined && replacesMore(change, dialect) && isReadByItself(run, step);
}

/**
 * Reads the resource. If this run created the resource, or may have, and the server stored it under another name, its
 * list shows a new entry. The id of this entry identifies the resource from then on.
 */
async function lookedFor(
  run: ApplyRun,
  on: StepExecution & { readonly state: LookState },
): Promise<Observation<LiveResource>> {
  const { address } = on.step;
  const { because, search } = on.state;
  const around = run.lookAround();
  const alone = isAlone(run, on) ? run.lookAlone : around.at;
  const observed = await (because.is === "undone" ? lookAfter(run, because.task) : alone)(address);
  const isMade = on.created !== undefined || (search !== undefined && on.change.action === "create");
  if (observed.state !== "absent" || !isMade) return observed;
  const found = await identifiedInList(run, address, around);
  if (found === "found") return lookAt(run, on);
  return found ? { state: "unknown", problem: found } : observed;
}

/** Returns the read after a task. The resources of one batch are read together, once. */
function lookAfter(run: ApplyRun, { id, batch }: Task): Look {
  if (batch === undefined) return run.lookAgain();
  const shared = run.looksAfter.get(id) ?? run.lookAgain();
  run.looksAfter.set(id, shared);
  return shared;
}

function seen(run: ApplyRun, on: StepExecution, observed: Observation<LiveResource>): SeenEvent {
  const { planned, step } = on;
  if (observed.state === "present") run.seen.add(step.address);
  const operations = run.targets.get(step.target)?.dialect.operations[step.kind];
  // A child that was created along with its parent, such as a network's netflow, counts as created by trueup.
  const isOurs = createdImplicitly(run, planned) || mayBeCreatedImplicitly(run, on);
  const verdict = judge({
    planned,
    desired: run.desired,
    base: run.base,
    settled: run.settled,
    observed,
    maybeAppliedByUs: on.maybeAppliedByUs || isOurs,
    onConflict: run.onConflict,
    alike: alikeOf(run.targets),
    displaced: displacedOf(run.targets),
    ownStates: ownStatesOf(run.targets, { target: step.target, kind: step.kind }),
    cannotChange: operations?.update === "none",
  });
  return { is: "seen", verdict, at: run.clock.now() };
}

type SeenEvent = Extract<StepEvent, { is: "seen" }>;

/** Sends the write once its intent is in the journal. Sends nothing if the step's read is outdated by then. */
async function send(run: ApplyRun, on: StepExecution): Promise<StepEvent> {
  const { change, step } = on;
  const target = run.targets.get(step.target);
  if (!target) throw new Error(`The plan has a step for a target that is not open: ${step.target}`);
  const write = writeOf(change, othersIn(run));
  const once = replacesMore(change, target.dialect) && { once: true as const };
  const guard = target.session.guards?.(write);
  let departure: WriteDeparture | undefined;
  let held: Problem | undefined;
  const leaving = async (fence?: Fence) => {
    // A write that was already sent once may wait for the rate limit again, no matter how old its read is.
    held = departure === undefined && isLate(run, on) ? tooLate : undefined;
    if (held) return held;
    const before = departure;
    const sent = (departure?.sent ?? on.sent) + 1;
    departure = { sent, leftAt: run.clock.now(), leftAfter: run.written.size };
    const refused = await intend(run, { on, attempt: sent, fence });
    if (refused?.code !== notOwned) return refused;
    departure = before;
    held = before === undefined ? refused : undefined;
    return refused;
  };
  const { queue } = run.batches.get(step.target) ?? {};
  const whole = { ...write, ...once, leaving };
  const reply = await (queue
    ? queue.write({ ...whole, exclusive: step.exclusive }, run.signal)
    : target.session.write(whole, run.signal));
  // The process that holds the session may also have returned the write without sending it.
  if (held || isNotOwned(reply)) return { is: "tooLate" };
  // A write that was never sent has no intent in the journal, so its reply is not journaled either.
  if (departure) {
    const said =
      change.action === "create" && mayDuplicate(run, step)
        ? acceptance(reply, change, run.clock.date())
        : {};
    if (said.stored !== undefined) run.answered.set(step.address, said.stored);
    run.journal?.note({ kind: "reply", step: step.id, meaning: reply.meaning, ...said });
  }
  return { is: "replied", reply, guard, departure };
}

/** True if the write was certainly not sent, because its sender no longer owned the target's budget. */
function isNotOwned(reply: Reply): boolean {
  return "problem" in reply && reply.problem?.code === notOwned;
}

/** The time, names and id of an accepted create, so that it is not sent again. Empty if it was not accepted. */
function acceptance(reply: Reply, change: Change, since: string): Acceptance {
  const named = { since, ...(change.action === "create" && { sent: change.desired.identity }) };
  if (reply.meaning === "lost" && reply.accepted) return named;
  if (reply.meaning !== "accepted") return {};
  const { id, shownAs: stored } = reply;
  return { ...named, ...(id !== undefined && { id }), ...(stored !== undefined && { stored }) };
}

/** An internal problem that is never shown, because the step reads again. */
const tooLate = problem(
  "not-fresh",
  "The step waited too long: the values that were read for it are outdated.",
);

/** How many times in a row a write is held back for an outdated read. Then it is sent, as no read can be fresher. */
const maxLate = 2;

/** True if the read is outdated when the write's turn comes, so that the write is not sent yet. */
function isLate(run: ApplyRun, { isFresh, seenAt, late, step }: StepExecution): boolean {
  if (isFresh || seenAt === undefined || late >= maxLate) return false;
  const ms = freshMs(run.targets.get(step.target));
  return ms > 0 && run.clock.now() - seenAt >= ms;
}

/** A write whose turn has come. */
interface IntendedWrite {
  readonly on: StepExecution;
  readonly attempt: number;
  readonly fence: Fence | undefined;
}

/** Makes the intent to write durable. Returns a problem if this fails; then the write must not be sent. */
async function intend(run: ApplyRun, { on, attempt, fence }: IntendedWrite): Promise<Problem | undefined> {
  await noteForgotten(run, on);
  try {
    await run.journal?.write({ ...intentOf(run, on, attempt), time: run.clock.date() }, fence);
    return undefined;
  } catch (error) {
    if (error instanceof NotOwned) return notOwnedBy(on.step.target);
    run.journalFailed = true;
    const why = error instanceof Error ? error.message : String(error);
    const text = `the journal could not be written, so the ${on.step.operation} was not sent: ${why}`;
    return problem("journal-unwritable", text, {
      hint: "Free disk space or correct the permissions, then apply again.",
    });
  }
}

/** Notes that a create was not found after the server forgot its task. The new create replaces it in the journal. */
async function noteForgotten(
  run: ApplyRun,
  { step: { id, operation, address } }: StepExecution,
): Promise<void> {
  if (operation !== "create" || run.sentAgain.has(address)) return;
  if ((await run.earlierTasks.get(address)?.end) !== "gone") return;
  run.sentAgain.add(address);
  run.journal?.note({ kind: "outcome", step: id, state: "failed" });
}

function intentOf(run: ApplyRun, { step: { id, operation, address } }: StepExecution, attempt: number) {
  const back = run.backwards ? { back: true as const } : {};
  return { kind: "intent", step: id, operation, address, attempt, ...back } as const;
}

/** Journals the task and waits for it. If the journal fails, the run still waits, but sends nothing more. */
async function ownTask(run: ApplyRun, on: StepExecution, task: Task): Promise<StepEvent> {
  try {
    await run.journal?.write({ ...intentOf(run, on, on.sent), time: run.clock.date(), task });
  } catch {
    run.journalFailed = true;
  }
  const { target, address } = on.step;
  const end = await taskEnd(run, { target, address, task });
  if (end.is !== "done" || end.id !== undefined) return { is: "taskEnded", end };
  return { is: "taskEnded", end: { is: "done", id: await idOfMade(run, on, task) } };
}

/**
 * Finds the live id of a resource that a task created, if the task does not report the id. This takes one read per
 * batch, and happens only if a step of this run needs the id. Undefined if not found.
 */
async function idOfMade(run: ApplyRun, on: StepExecution, task: Task): Promise<string | undefined> {
  const { change, step } = on;
  if (change.action !== "create") return undefined;
  const kind = run.targets.get(step.target)?.driver.kinds.find(({ name }) => name === step.kind);
  const isNeeded = run.prerequisites.has(step.id) || followingUpdate(change, kind) !== undefined;
  if (!isNeeded) return undefined;
  const observed = await lookAfter(run, task)(step.address);
  if (observed.state === "present") return observed.value.id;
  const found = await identifiedInList(run, step.address, run.lookAround());
  return found === "found" ? run.ids.get(step.address) : undefined;
}
