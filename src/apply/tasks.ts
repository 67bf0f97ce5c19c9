/** Tasks that writes have become: noted before they are waited for, and what their end means for a step. */

import { addressParts } from "../model/address.ts";
import type { Intent } from "../model/journal.ts";
import type { Step } from "../model/plan.ts";
import { problem } from "../model/problem.ts";
import type { Outcome, Task } from "../model/reply.ts";
import { awaitTask, type TaskEnd } from "../pace/tasks.ts";
import { followingUpdate } from "../plan/following-update.ts";
import { carriedOut } from "./following-update.ts";
import { lookForLostCreate, mayDuplicate } from "./late-create.ts";
import { type ApplyRun, survived } from "./run.ts";
import type { SettlingStep } from "./settling.ts";
import { look, lookAfter } from "./step-looks.ts";

/**
 * Waits for the task that a write has become, and says how the step ended.
 *
 * | the task                       | outcome                                         |
 * |--------------------------------|-------------------------------------------------|
 * | done                           | carried out, with the id of what was made       |
 * | failed                         | failed, with the product's reason               |
 * | undone: its batch was not carried out | none yet: it is sent again               |
 * | the same, and some of it may have been | what a look says; else it is sent again |
 * | its time is over, or it is gone | unknown, with the task's id: the next run asks |
 */
export async function awaitOwnTask(
  run: ApplyRun,
  settling: SettlingStep,
  task: Task,
): Promise<Outcome | undefined> {
  const { step } = settling;
  const wasMaybe = settling.maybeAppliedByUs;
  settling.maybeAppliedByUs = true;
  settling.task = task;
  run.maybeWritten.add(step.address);
  const { id, operation, address } = step;
  const back = run.backwards ? { back: true as const } : {};
  const intent = { kind: "intent", step: id, operation, address, attempt: settling.sent, ...back } as const;
  await noteTask(run, { ...intent, time: run.clock.date(), task });
  const end = await endOf(run, { target: step.target, address: step.address, task });
  switch (end.is) {
    case "done":
      settling.maybeAppliedByUs = wasMaybe;
      return carriedOut(run, settling, { id: end.id ?? (await idOfMade(run, settling, task)) });
    case "failed":
      return { state: "failed", problem: { ...end.problem, address: step.address } };
    case "undone":
      return sendAgain(run, settling, { task, end, wasMaybe });
    case "late":
    case "gone": {
      run.stillRunning.set(step.address, { address: step.address, task });
      return { state: "unknown", problem: taskUnknown(step, task, whyUnknown(end, task)) };
    }
  }
}

/** A batch was not carried out. */
interface UndoneBatch {
  readonly task: Task;
  readonly end: Extract<TaskEnd, { is: "undone" }>;
  /** Whether what is live could be our own doing before. */
  readonly wasMaybe: boolean;
}

/**
 * Undefined: it is sent again. Of a batch that may have been carried out in part, each is looked at first; what was the
 * cause was not carried out.
 */
async function sendAgain(
  run: ApplyRun,
  settling: SettlingStep,
  { task, end, wasMaybe }: UndoneBatch,
): Promise<Outcome | undefined> {
  const { step } = settling;
  const cause = settling.undone < maxOthers ? end.cause : "unknown";
  Object.assign(settling, { undone: settling.undone + 1, task: undefined });
  if (!end.inPart || end.cause === "it") settling.maybeAppliedByUs = wasMaybe;
  const outcome = end.inPart ? await look(run, settling, { after: task }) : undefined;
  if (outcome === undefined) run.batches.get(step.target)?.queue.again(step.address, task, cause);
  return outcome;
}

/** A batch is sent again so often without what was wrong with it; then in halves. */
const maxOthers = 3;

/** The outcome of a step whose task was left alone: the run was interrupted. */
export function taskLeft({ step }: Pick<SettlingStep, "step">, task: Task): Outcome {
  return { state: "unknown", problem: taskUnknown(step, task, "the run was interrupted") };
}

/**
 * The first look at a step about which an earlier run has left a task: after the task's end, however long that takes.
 * Undefined: there is something to write.
 */
export async function lookAfterTask(
  run: ApplyRun,
  settling: SettlingStep,
  earlier: Promise<TaskEnd["is"] | undefined>,
): Promise<Outcome | undefined> {
  const ended = await earlier;
  const { step } = settling;
  const { task } = run.stillRunning.get(step.address) ?? {};
  if (task) {
    const why = run.signal.aborted
      ? "the run was interrupted"
      : "an earlier run started it, and it still runs";
    return { state: "unknown", problem: taskUnknown(step, task, why) };
  }
  settling.maybeAppliedByUs = true;
  const isMade = ended !== "failed" && ended !== "undone" && mayDuplicate(run, settling);
  return (isMade ? lookForLostCreate : look)(run, settling);
}

/**
 * Begins to ask for the outcome of tasks that earlier runs have left. A step about
 * the same thing waits for the end, no other does; where there is no such step, it is asked for once.
 */
export async function askEarlierTasks(run: ApplyRun): Promise<void> {
  const planned = new Set(run.plan.steps.map(({ address }) => address));
  const left = (run.interrupted ?? []).flatMap(({ task, ...intent }) => (task ? [{ task, intent }] : []));
  for (const { task, intent } of left) {
    run.stillRunning.set(intent.address, { address: intent.address, task });
  }
  const asking = left.map(({ task, intent }) => {
    const bounded = planned.has(intent.address) ? task : { ...task, withinMs: 0 };
    const end = earlierEnd(run, intent, bounded);
    run.earlierTasks.set(intent.address, { end });
    return { end, isPlanned: planned.has(intent.address) };
  });
  await Promise.all(asking.map(({ end, isPlanned }) => (isPlanned ? undefined : end)));
}

/**
 * How the task of an earlier run ended; undefined where it is unknown. A warning tells of one that failed, and of one
 * that its server has forgotten; what follows is judged by what is live then.
 */
async function earlierEnd(
  run: ApplyRun,
  { step, address }: Intent,
  task: Task,
): Promise<TaskEnd["is"] | undefined> {
  const { target } = addressParts(address);
  if (!run.targets.get(target)?.session.askTask) return undefined;
  const wait = { target, address, task, atOnce: true };
  const end = await survived(run, () => endUnlessAborted(run, wait), undefined);
  if (end === undefined || end.is === "late") return undefined;
  run.stillRunning.delete(address);
  run.journal?.note({ kind: "outcome", step, state: end.is === "done" ? "applied" : "failed" });
  if (end.is !== "done") {
    const became = whatBecame(end);
    const text = `${step}: task ${task.id}, which an earlier run started, ${became}`;
    const hint = "trueup reads the live state, and writes again if that is still needed.";
    const found = problem("earlier-task", text, { address, hint, severity: "warning" });
    run.listener?.({ type: "warned", target, problem: found });
  }
  return end.is;
}

function whatBecame(end: Exclude<TaskEnd, { is: "done" | "late" }>): string {
  if (end.is === "failed") return `failed: ${end.problem.message}`;
  return end.is === "undone"
    ? `was not carried out: ${end.detail}`
    : `is unknown to the server: ${end.detail}`;
}

async function endUnlessAborted(run: ApplyRun, wait: OneTask): Promise<TaskEnd | undefined> {
  try {
    return await endOf(run, wait);
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return undefined;
  }
}

interface OneTask {
  readonly target: string;
  readonly address: Step["address"];
  readonly task: Task;
  readonly atOnce?: boolean;
}

async function endOf(run: ApplyRun, { task, ...of }: OneTask): Promise<TaskEnd> {
  const { tasks, queue } = run.batches.get(of.target) ?? {};
  try {
    if (task.batch && tasks)
      return await tasks.end({ task, address: of.address, isAtOnce: of.atOnce }, run.signal);
    const ask = run.targets.get(of.target)?.session.askTask;
    if (!ask) throw new Error(`${of.target} answered with a task, and cannot be asked for it`);
    const { clock, listener } = run;
    return await awaitTask({ ask, clock, listener, ...of }, task, run.signal);
  } finally {
    queue?.ended(task);
  }
}

/** Makes the task durable. Where that fails nothing more is sent; the task is waited for all the same. */
async function noteTask(run: ApplyRun, intent: Intent): Promise<void> {
  try {
    await run.journal?.write(intent);
  } catch {
    run.journalFailed = true;
  }
}

/**
 * The live id of what a task has made without saying it: one look for a batch, and none where nothing of this run needs
 * it. Undefined where it tells none.
 */
async function idOfMade(
  run: ApplyRun,
  { change, step }: SettlingStep,
  task: Task,
): Promise<string | undefined> {
  if (change.action !== "create") return undefined;
  const kind = run.targets.get(step.target)?.driver.kinds.find(({ name }) => name === step.kind);
  const isNeeded = run.prerequisites.has(step.id) || followingUpdate(change, kind) !== undefined;
  if (!isNeeded) return undefined;
  const observed = await lookAfter(run, task)(step.address);
  return observed.state === "present" ? observed.value.id : undefined;
}

function whyUnknown(end: Extract<TaskEnd, { is: "late" | "gone" }>, { withinMs }: Task): string {
  if (end.is === "gone") return `the server does not know this task: ${end.detail}`;
  const said = end.detail === undefined ? "" : `: ${end.detail}`;
  return `it has not ended within ${Math.round(withinMs / 1000)} s${said}`;
}

function taskUnknown({ address, operation }: Pick<Step, "address" | "operation">, task: Task, why: string) {
  const text = `the ${operation} became task ${task.id}, whose result is unknown: ${why}`;
  const hint = `Run apply again: it asks for the task first. Or look for task ${task.id} on the controller.`;
  return problem("task-unknown", text, { address, hint });
}
