/**
 * A create whose reply was lost, of a kind of which a second one would make two things: it is looked for until it must
 * be visible, and sent again at most once. A list may be stale, and a server may carry it out long after it answered.
 */

import type { Intent } from "../model/journal.ts";
import type { Step } from "../model/plan.ts";
import type { Milliseconds, Outcome } from "../model/reply.ts";
import type { ApplyRun } from "./run.ts";
import { indeterminate } from "./settle-problems.ts";
import type { SettlingStep } from "./settling.ts";
import { look } from "./step-looks.ts";
import { freshMs } from "./write-places.ts";

/** When it is looked for after the look at once, as parts of the time within which it is visible. */
const looksAt: readonly number[] = [0.1, 0.25, 0.5, 1];

/** True while a create is to be sent that the server could take for a second thing. */
export function mayDuplicate(
  { targets }: Pick<ApplyRun, "targets">,
  { step, change }: Pick<SettlingStep, "step" | "change">,
): boolean {
  const { driver } = targets.get(step.target) ?? {};
  const kind = driver?.kinds.find(({ name }) => name === step.kind);
  return change.action === "create" && kind?.createdByPath !== true;
}

/**
 * Looks at once and again until `limits.createVisibleSeconds` after it left, five times at most. The outcome when that
 * ends the step: it was found; it was not, and a look failed or it was lost before. Undefined: there is something to
 * write, and it may be sent.
 */
export async function lookForLostCreate(run: ApplyRun, settling: SettlingStep): Promise<Outcome | undefined> {
  const { leftAt = run.clock.now() } = settling;
  const visibleMs = visibleWithin(run, settling.step);
  let failed: Outcome | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  for (const part of [0, ...looksAt]) {
    const due = leftAt + part * visibleMs;
    const ms = due - run.clock.now();
    // One that began before its time is over shows what was there then, however long it took.
    if (part > 0 && ms <= 0 && (part < 1 || begunAt >= due)) continue;
    if (part > 0 && ms > 0) await waitForVisible(run, settling.step, ms);
    begunAt = run.clock.now();
    const outcome = await look(run, settling);
    if (outcome?.state === "unknown") failed = outcome;
    else if (outcome || !mayDuplicate(run, settling)) return outcome;
  }
  settling.lostCreates += 1;
  if (failed) return failed;
  return settling.lostCreates > 1
    ? indeterminate(settling, "it was lost twice, and the resource does not appear")
    : undefined;
}

/** Waits before the next look for what was created, or may have been, and says so. */
export async function waitForVisible(
  run: ApplyRun,
  { target, address }: Pick<Step, "target" | "address">,
  ms: Milliseconds,
): Promise<void> {
  run.listener?.({ type: "waiting", target, reason: "notVisible", ms, address });
  await run.clock.wait(ms, run.signal);
}

/**
 * Waits, before anything is read or sent, until all must be visible that an earlier run may have created: what its
 * servers carry out late is then found by the first look, and not made a second time.
 */
export async function awaitInterrupted(run: ApplyRun): Promise<void> {
  const left = leftCreates(run).filter(({ ms }) => ms > 0);
  const [last] = left.sort((a, b) => b.ms - a.ms);
  if (!last) return;
  await waitForVisible(run, last.step, last.ms).catch((error: unknown) => {
    if (!run.signal.aborted) throw error;
  });
}

/**
 * True while lists that the plan was made of may not have shown yet what an earlier run may have created, and would
 * count for the write.
 */
export function isReadTooEarly(run: LeftByEarlierRun): boolean {
  return leftCreates(run).some(({ step, ms }) => ms > -freshMs(run.targets.get(step.target)));
}

type LeftByEarlierRun = Pick<ApplyRun, "plan" | "interrupted" | "targets" | "clock">;

interface LeftCreate {
  readonly step: Step;
  readonly intent: Intent;
  /** How long it may still not be visible; below 0: since when it must be. */
  readonly ms: Milliseconds;
}

/** The creates that an earlier run may have sent, and this one is to send. */
export function leftCreates(run: LeftByEarlierRun): readonly LeftCreate[] {
  if (!run.interrupted) return [];
  const planned = new Map(run.plan.steps.map((step) => [step.id, step]));
  const changes = new Map(run.plan.changes.map((change) => [change.address, change]));
  return run.interrupted.flatMap((intent) => {
    const step = planned.get(intent.step);
    const change = step && changes.get(step.address);
    if (!change || !isCreateOf(run, { step, change }, intent)) return [];
    const ago = intent.time === undefined ? 0 : Date.parse(run.clock.date()) - Date.parse(intent.time);
    return [{ step, intent, ms: visibleWithin(run, step) - Math.max(0, ago || 0) }];
  });
}

/** True when an earlier run may have sent this create without a task, of a kind that it could make twice. */
function isCreateOf(
  run: LeftByEarlierRun,
  planned: Pick<SettlingStep, "step" | "change">,
  { operation, back, task }: Intent,
): boolean {
  return !task && operation === "create" && !back && mayDuplicate(run, planned);
}

/** How long after it left a create may not be visible yet. */
export function visibleWithin(
  { targets }: Pick<ApplyRun, "targets">,
  { target }: Pick<Step, "target">,
): Milliseconds {
  return (targets.get(target)?.target.limits.createVisibleSeconds ?? 15) * 1000;
}
