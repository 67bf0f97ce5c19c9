/**
 * Handles what an earlier run left open: journals it again, polls its tasks, and waits for its creates to become
 * visible.
 */

import { type Address, addressParts } from "../model/address.ts";
import type { Intent, JournalRecord } from "../model/journal.ts";
import type { Step } from "../model/plan/step.ts";
import { problem } from "../model/problem.ts";
import type { Milliseconds, SettledStep, Task } from "../model/reply.ts";
import type { TaskEnd } from "../pace/tasks.ts";
import { resourceOf } from "../plan/prerequisites.ts";
import { lostVisibleWithin, mayDuplicate } from "./execute/facts.ts";
import { type AwaitedTask, pause, taskEnd } from "./execute/waits.ts";
import { freshMs } from "./queue/write-semaphore.ts";
import { type ApplyRun, survived } from "./run.ts";

/**
 * Journals again, in one flush, what an earlier run may still change: tasks that may still run, and creates that are
 * not visible yet. Resources that this run does not plan or cannot read are included. If this run is killed, the next
 * run finds everything in this run's journal. Until the flush, the earlier journal still exists.
 */
export async function noteEarlierWrites(run: ApplyRun): Promise<void> {
  const tasks = (run.interrupted ?? []).filter(({ task }) => task);
  const creates = leftCreates(run).flatMap(({ intent, ms }) =>
    ms > 0 && run.snapshot.observations.get(intent.address)?.state !== "present" ? [intent] : [],
  );
  const finishes = (run.leftFinishes ?? []).filter(({ task }) => task);
  const all = [...acceptedCreates(run), ...tasks, ...creates, ...finishes];
  const last = all.pop();
  if (!last) return;
  for (const record of all) run.journal?.note(record);
  try {
    await run.journal?.write(last);
  } catch {
    run.journalFailed = true;
  }
}

/**
 * Returns accepted creates that are not visible yet, with the name that was sent, the time of acceptance, and the
 * commit that declares the resource.
 */
function acceptedCreates({ leftAccepted = [], snapshot }: ApplyRun): readonly JournalRecord[] {
  return leftAccepted.flatMap(({ intent, since, id, sent, stored, commit }): readonly JournalRecord[] => {
    if (snapshot.observations.get(intent.address)?.state === "present") return [];
    const { step } = intent;
    const named = { ...(sent !== undefined && { sent }), ...(stored !== undefined && { stored }) };
    const said = { since, commit, ...(id !== undefined && { id }), ...named };
    return [intent, { kind: "outcome", step, state: "applied", ...said }];
  });
}

/**
 * Starts polling the tasks of earlier runs. Only a step on the same resource waits for such a task. If there is no such
 * step, the task is polled once.
 */
export async function askEarlierTasks(run: ApplyRun): Promise<void> {
  const planned = new Set(run.plan.steps.map(({ address }) => address));
  const left = (run.interrupted ?? []).flatMap(({ task, ...intent }) => (task ? [{ task, intent }] : []));
  for (const { task, intent } of left) {
    run.stillRunning.set(intent.address, { address: intent.address, task });
  }
  const asking = left.map(({ task, intent }) => {
    const isPlanned = planned.has(intent.address);
    const end = earlierEnd(run, intent, { task: isPlanned ? task : { ...task, withinMs: 0 }, isPlanned });
    run.earlierTasks.set(intent.address, { end });
    return { end, isPlanned };
  });
  await Promise.all(asking.map(({ end, isPlanned }) => (isPlanned ? undefined : end)));
}

/**
 * Returns how an earlier run's task ended; undefined if unknown. Warns if the task failed, or if the server no longer
 * knows the task. In the second case, the task stays open in the journal until this run's step for the resource ends.
 */
async function earlierEnd(
  run: ApplyRun,
  { step, address, operation }: Intent,
  { task, isPlanned }: { readonly task: Task; readonly isPlanned: boolean },
): Promise<TaskEnd["is"] | undefined> {
  const { target } = addressParts(address);
  if (!run.targets.get(target)?.session.askTask) return undefined;
  const change = run.changes.get(address);
  if (change && isPlanned && task.batch) {
    const { kind, scope } = resourceOf(change);
    run.batches.get(target)?.queue.goesOn({ kind, operation, scope, address }, task);
  }
  const wait = { target, address, task, atOnce: true };
  const end = await survived(run, () => endUnlessAborted(run, wait), undefined);
  if (end === undefined || end.is === "late") return undefined;
  run.stillRunning.delete(address);
  if (end.is === "done") {
    // The created resource may take time to become visible. This time starts now, not when the create was sent.
    const id = end.id === undefined ? {} : { id: end.id };
    const accepted = operation === "create" ? { since: run.clock.date(), ...id } : {};
    run.journal?.note({ kind: "outcome", step, state: "applied", ...accepted });
  } else if (end.is !== "gone" || !isPlanned) run.journal?.note({ kind: "outcome", step, state: "failed" });
  if (end.is !== "done") {
    const became = whatBecame(end);
    const text = `${step}: task ${task.id}, which an earlier run started, ${became}`;
    const hint = "You need not do anything: trueup reads the live state, and repeats the write if necessary.";
    const found = problem("earlier-task", text, { address, hint, severity: "warning" });
    run.listener?.({ type: "warned", target, problem: found });
  }
  return end.is;
}

function whatBecame(end: Exclude<TaskEnd, { is: "done" | "late" }>): string {
  if (end.is === "failed") return `failed: ${end.problem.message}`;
  return end.is === "undone"
    ? `was not executed: ${end.detail}`
    : `is not known to the server: ${end.detail}`;
}

async function endUnlessAborted(run: ApplyRun, wait: AwaitedTask): Promise<TaskEnd | undefined> {
  try {
    return await taskEnd(run, wait);
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return undefined;
  }
}

/**
 * Before the first read, waits for creates that an earlier run may have sent and that this run plans. The wait is long
 * enough for their resources to be visible. The first read then shows these resources, so that none is created twice.
 */
export async function awaitInterrupted(run: ApplyRun): Promise<void> {
  const left = leftCreates(run).flatMap(({ step, ms }) => (step && ms > 0 ? [{ step, ms }] : []));
  const [last] = left.sort((a, b) => b.ms - a.ms);
  if (!last) return;
  await pause(run, last.step, { reason: "notVisible", ms: last.ms }).catch((error: unknown) => {
    if (!run.signal.aborted) throw error;
  });
}

/**
 * True if the plan's lists were read too early to show a create that an earlier run may have sent, and that this run
 * would send again.
 */
export function isReadTooEarly(run: LeftByEarlierRun): boolean {
  return leftCreates(run).some(({ step, ms }) => step && ms > -freshMs(run.targets.get(step.target)));
}

type LeftByEarlierRun = Pick<ApplyRun, "plan" | "interrupted" | "targets" | "clock">;

interface LeftCreate {
  readonly intent: Intent;
  /** The step of this run that would send the create again; undefined if there is none. */
  readonly step: Step | undefined;
  /**
   * How much longer the resource may stay invisible. A negative value says how long ago the resource should have
   * appeared.
   */
  readonly ms: Milliseconds;
}

/**
 * Returns creates without a task that an earlier run may have sent. Sending one of them again could produce a
 * duplicate.
 */
function leftCreates(run: LeftByEarlierRun): readonly LeftCreate[] {
  if (!run.interrupted) return [];
  const planned = new Map(run.plan.steps.map((step) => [step.id, step]));
  return run.interrupted.flatMap((intent) => {
    const { operation, back, task, address, time } = intent;
    if (operation !== "create" || back || task || !mayDuplicate(run, addressParts(address))) return [];
    const ago = time === undefined ? 0 : Date.parse(run.clock.date()) - Date.parse(time);
    const ms = lostVisibleWithin(run, addressParts(address)) - Math.max(0, ago || 0);
    return [{ intent, step: planned.get(intent.step), ms }];
  });
}

/**
 * Returns an earlier run's creates whose resources may still appear. This run could not read these resources, excluded
 * them, or stopped before them.
 */
export function stillOpen(
  run: LeftByEarlierRun & Pick<ApplyRun, "snapshot" | "seen">,
  settled: readonly SettledStep[],
): readonly Address[] {
  const tried = new Set(settled.flatMap(({ step, outcome }) => (outcome.state === "skipped" ? [] : [step])));
  return leftCreates(run).flatMap(({ intent: { address, step }, ms }) => {
    const isKnown = run.seen.has(address) || run.snapshot.observations.get(address)?.state === "present";
    return ms > 0 && !isKnown && !tried.has(step) ? [address] : [];
  });
}
