/** Carries out a plan wave by wave. The next wave begins once the previous wave has proven healthy. */

import type { Address } from "../model/address.ts";
import { byKey, byTextOf } from "../model/compare.ts";
import type { HealthIssue, HealthReading } from "../model/health.ts";
import type { FieldForm } from "../model/memory.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ApplyResult, Halt, Outcome, SettledStep } from "../model/reply.ts";
import { readHealth } from "../observe/health.ts";
import { locationsAt, wavesOf } from "../plan/health/gate.ts";
import { healthIssueOf, needOf, type ResourceLocations } from "../plan/health/health-finding.ts";
import { executeStep } from "./execute/execute-step.ts";
import { expectedWrite } from "./execute/facts.ts";
import { apartByDevice, openAmong, staysOpen } from "./postponed.ts";
import { type ApplyRun, survived } from "./run.ts";
import { formsTogether } from "./seen-forms.ts";
import { type VerifyResult, verify } from "./verify.ts";

/** Runs the steps of each wave, reads again what they have touched, and decides whether the next wave may begin. */
export async function rollOut(
  run: ApplyRun,
): Promise<Pick<ApplyResult, "settled" | "halted"> & VerifyResult> {
  const outcomes = new Map<StepId, Promise<Outcome>>();
  const settled: SettledStep[] = [];
  const verified: VerifyResult[] = [];
  const waves = wavesOf(run.plan);
  for (const [at, { name, steps: ids }] of waves.entries()) {
    const own = new Set(ids);
    const steps = run.plan.steps.filter(({ id }) => own.has(id));
    const { settled: wave, ...seen } = await settleAndVerify(run, steps, outcomes);
    settled.push(...wave);
    verified.push(seen);
    if (run.halted) continue;
    const halted = await survived(run, () => trouble(run, { settled, wave, seen }), undefined);
    // A failure in the last wave does not halt the run, since there is no later wave to stop.
    if (halted?.because === "health" || (halted && at < waves.length - 1))
      run.halted = { ...halted, wave: name };
    else if (run.afterWave?.aborted && at < waves.length - 1)
      run.halted = { because: "asked", ailments: [], wave: name };
  }
  const nonConvergent = verified.flatMap((each) => each.nonConvergent);
  const unverified = verified.flatMap((each) => each.unverified);
  return { settled, nonConvergent, unverified, ...formsTogether(verified), halted: run.halted };
}

/** Runs steps, and verifies each target as soon as its own steps have ended. */
async function settleAndVerify(
  run: ApplyRun,
  steps: readonly Step[],
  outcomes: Map<StepId, Promise<Outcome>>,
): Promise<Pick<ApplyResult, "settled"> & VerifyResult> {
  const begun = beginAll(run, steps, outcomes);
  const targets = [...Map.groupBy(begun, ({ step }) => step.target)].sort(byKey);
  const parts = await Promise.all(
    targets.map(async ([, own]) => {
      const settled = await settledAtLast(run, own, outcomes);
      return { settled, ...(await verified(run, settled)) };
    }),
  );
  const ends = new Map(parts.flatMap(({ settled }) => settled.map((each) => [each.step, each] as const)));
  return {
    settled: steps.flatMap(({ id }) => ends.get(id) ?? []),
    nonConvergent: parts.flatMap(({ nonConvergent }) => nonConvergent),
    unverified: parts.flatMap(({ unverified }) => unverified),
    ...formsTogether(parts),
  };
}

/**
 * Settles one target's steps, and returns their outcomes. Each device is settled as soon as its own steps have ended,
 * without waiting for other devices.
 */
async function settledAtLast(
  run: ApplyRun,
  own: readonly BegunStep[],
  outcomes: Map<StepId, Promise<Outcome>>,
): Promise<readonly SettledStep[]> {
  const parts = await Promise.all(apartByDevice(own).map((group) => settledTogether(run, group, outcomes)));
  const ends = new Map(parts.flat().map((each) => [each.step, each] as const));
  return own.flatMap(({ step }) => ends.get(step.id) ?? []);
}

/** Returns the outcomes of these steps, after retries of steps with a missing dependency. */
async function settledTogether(
  run: ApplyRun,
  own: readonly BegunStep[],
  outcomes: Map<StepId, Promise<Outcome>>,
): Promise<readonly SettledStep[]> {
  const first = await Promise.all(own.map(({ settled }) => settled));
  const { again, over } = openAmong(run, first);
  for (const { step, outcome } of over) {
    // A skipped step has not begun, so it has no outcome to journal.
    if (outcome.state !== "skipped") note(run, step, outcome);
    close(run, step.id);
    await tell(run, step, outcome);
  }
  const second = beginAll(run, again, outcomes);
  const ends = new Map(
    (await Promise.all(second.map(({ settled }) => settled))).map((each) => [each.step, each] as const),
  );
  return first.map((each) => ends.get(each.step) ?? each);
}

async function verified(run: ApplyRun, own: readonly SettledStep[]): Promise<VerifyResult> {
  const found = await survived(run, () => verify(run, own), { nonConvergent: [], unverified: [] });
  for (const { step, address, outcome } of own) {
    if (outcome.state !== "applied") continue;
    const ended = { kind: "outcome", step, state: "applied" } as const;
    if (run.accepted.has(address) && run.seen.has(address)) run.journal?.note({ ...ended, seen: true });
    for (const forms of noted(found.forms?.get(address) ?? [])) run.journal?.note({ ...ended, forms });
  }
  return found;
}

/** Splits forms into chunks that fit in one record. */
function noted(forms: readonly FieldForm[]): readonly (readonly FieldForm[])[] {
  const most = 50;
  const count = Math.ceil(forms.length / most);
  return Array.from({ length: count }, (_, at) => forms.slice(at * most, (at + 1) * most));
}

interface BegunStep {
  readonly step: Step;
  readonly settled: Promise<SettledStep>;
}

/** Starts steps in order, concurrently where this is allowed. */
function beginAll(
  run: ApplyRun,
  steps: readonly Step[],
  outcomes: Map<StepId, Promise<Outcome>>,
): readonly BegunStep[] {
  return steps.map((step) => {
    const { id, address } = step;
    const ready = Promise.all(step.after.map((other) => outcomes.get(other)));
    const outcome = ready.then((befores) =>
      isSentTogether(run, step)
        ? settleOne(run, step, befores)
        : run.exclusive.run(step.exclusive, () => settleOne(run, { ...step, exclusive: undefined }, befores)),
    );
    outcomes.set(id, outcome);
    return { step, settled: outcome.then((ended) => ({ step: id, address, outcome: ended })) };
  });
}

/**
 * True for a step that can be batched. Such steps do not exclude each other. Instead, their batch excludes everything
 * else.
 */
function isSentTogether(run: ApplyRun, step: Step): boolean {
  const planned = run.changes.get(step.address);
  const { queue } = run.batches.get(step.target) ?? {};
  return planned !== undefined && queue?.takes(expectedWrite(run, { step, planned })) === true;
}

async function settleOne(
  run: ApplyRun,
  step: Step,
  befores: readonly (Outcome | undefined)[],
): Promise<Outcome> {
  const postponed = run.postponed.get(step.id);
  close(run, step.id);
  const crashed = { state: "unknown", problem: crashedIn(step) } as const;
  const begun = async () => {
    const ended = await (postponed?.again(step) ?? begin(run, step));
    if (!run.postponed.has(step.id)) note(run, step, ended);
    return ended;
  };
  const notBegun = skipped(run, step, befores);
  // A postponed step that is now skipped was sent before, and refused. The journal needs this outcome.
  if (notBegun && postponed) note(run, step, notBegun);
  const outcome = notBegun ?? (await survived(run, begun, crashed));
  if (!staysOpen(run, { step: step.id, outcome })) await tell(run, step, outcome);
  return outcome;
}

function close(run: ApplyRun, step: StepId): void {
  run.postponed.delete(step);
  run.waitsForPostponed.delete(step);
}

function begin(run: ApplyRun, step: Step): Promise<Outcome> {
  run.listener?.({ type: "stepStarted", target: step.target, step: step.id });
  return executeStep(run, step);
}

/** Emits the event with a step's outcome. */
async function tell(run: ApplyRun, { id: step, target }: Step, outcome: Outcome): Promise<void> {
  const told = { type: "stepSettled", target, step, outcome } as const;
  await survived(run, () => run.listener?.(told), undefined);
}

/** Journals the outcome of a step. */
function note(run: ApplyRun, { id: step, address }: Step, { state }: Outcome): void {
  const accepted = run.seen.has(address) ? undefined : run.accepted.get(address);
  const { since, id } = accepted ?? {};
  const said = since === undefined ? {} : { since, ...(id !== undefined && { id }) };
  run.journal?.note({ kind: "outcome", step, state, ...said });
}

/**
 * Returns the outcome of a step that is skipped; undefined if the step may begin. A step is skipped if the run is
 * stopped, or if a prerequisite did not succeed. The outcome names this prerequisite.
 */
function skipped(run: ApplyRun, step: Step, befores: readonly (Outcome | undefined)[]): Outcome | undefined {
  if (run.signal.aborted || run.crash) return { state: "skipped", because: "interrupted" };
  if (run.journalFailed) return { state: "skipped", because: "journal" };
  if (run.halted) return { state: "skipped", because: stoppedBy[run.halted.because] };
  const failed = befores.findIndex((one) => one?.state !== "applied" && one?.state !== "converged");
  const because = step.after[failed];
  return because === undefined ? undefined : { state: "skipped", because };
}

const stoppedBy = { health: "health", failed: "wave", asked: "asked" } as const;

function crashedIn({ address }: Step): Problem {
  const what = `${address}: trueup itself failed in this step, so it is unknown whether the change was written`;
  return problem("crashed", what, {
    address,
    hint: "Report the error that is printed at the end. The next run reads the live state before it writes.",
  });
}

interface AfterWave {
  /** All steps that have ended so far. */
  readonly settled: readonly SettledStep[];
  readonly wave: readonly SettledStep[];
  readonly seen: VerifyResult;
}

/**
 * Returns why the rollout must stop: a health issue at anything touched so far, or a step of this wave that failed, is
 * unknown, or could not be verified. Undefined if nothing went wrong.
 */
async function trouble(run: ApplyRun, { settled, wave, seen }: AfterWave): Promise<Halt | undefined> {
  const healthIssues = wave.some(isWritten)
    ? await healthAfter(run, settled.filter(isWritten).map(addressOf))
    : [];
  if (healthIssues.length > 0) return { because: "health", ailments: healthIssues };
  const bad = wave.some(({ outcome }) => outcome.state === "failed" || outcome.state === "unknown");
  return bad || seen.unverified.length > 0 ? { because: "failed", ailments: healthIssues } : undefined;
}

/** True if the step certainly or possibly wrote something. */
function isWritten({ outcome: { state } }: SettledStep): boolean {
  return state === "applied" || state === "unknown";
}

function addressOf({ address }: SettledStep): Address {
  return address;
}

/**
 * Returns new health issues at the locations of these addresses, each once. Issues that existed before the run are left
 * out. Waits only if there is something to check. An interruption ends the wait and skips the check.
 */
async function healthAfter(run: ApplyRun, touched: readonly Address[]): Promise<readonly HealthIssue[]> {
  if (!run.health || run.signal.aborted) return [];
  const { settings, before } = run.health;
  const places = locationsAt(touched, run.changes, settings);
  const reading = await settledHealth(run, places);
  if (!reading) return [];
  const found = new Map<string, HealthIssue>();
  for (const place of places.flatMap(apart)) {
    const healthIssue = healthIssueOf(place, { settings, reading });
    if (healthIssue && !healthIssueOf(place, { settings, reading: before }))
      found.set(healthIssue.reason, healthIssue);
  }
  return [...found.values()].sort(byTextOf(({ reason }) => reason));
}

/**
 * Returns the site and the device as separate locations. If one of them was already unhealthy, the other is still
 * checked.
 */
function apart({ site, device }: ResourceLocations): readonly ResourceLocations[] {
  return [...(site === undefined ? [] : [{ site }]), ...(device ? [{ device }] : [])];
}

async function settledHealth(
  run: ApplyRun,
  places: readonly ResourceLocations[],
): Promise<HealthReading | undefined> {
  const need = needOf(places);
  if (!run.health || !need) return undefined;
  const { controller: name, settleSeconds } = run.health.settings;
  const ms = settleSeconds * 1000;
  run.listener?.({ type: "settling", target: name, ms });
  try {
    await run.clock.wait(ms, run.signal);
    return await readHealth({ name, open: run.targets.get(name) }, need, run.signal);
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return undefined;
  }
}
