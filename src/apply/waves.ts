/** Carries a plan out wave after wave: the next one begins when the last one has proven well. */

import type { Address } from "../model/address.ts";
import type { Step, StepId } from "../model/plan.ts";
import type { ApplyResult, Halt, Outcome, Settled } from "../model/reply.ts";
import { wavesOf } from "../plan/health/need.ts";
import { Exclusive } from "./exclusive.ts";
import { healthAfter } from "./health.ts";
import type { Run } from "./run.ts";
import { settle } from "./settle.ts";
import { type Verified, verify } from "./verify.ts";

/** Settles the steps of each wave, reads again what they touched, and sees whether the next wave may begin. */
export async function rollOut(
  run: Run,
): Promise<Pick<ApplyResult, "settled" | "nonConvergent" | "unverified" | "halted">> {
  const outcomes = new Map<StepId, Promise<Outcome>>();
  const settled: Settled[] = [];
  const verified: Verified[] = [];
  const waves = wavesOf(run.plan);
  for (const [at, { name, steps }] of waves.entries()) {
    const own = new Set(steps);
    const wave = await settleAll(
      run,
      run.plan.steps.filter(({ id }) => own.has(id)),
      outcomes,
    );
    settled.push(...wave);
    if (run.halted) continue;
    const seen = await verify(run, wave);
    verified.push(seen);
    const halted = await trouble(run, { settled, wave, seen });
    // Nothing is stopped by a step that fails in the last wave.
    if (halted?.because === "health" || (halted && at < waves.length - 1))
      run.halted = { ...halted, ...(name !== undefined && { wave: name }) };
    run.second = run.lookAgain();
  }
  const nonConvergent = verified.flatMap((each) => each.nonConvergent);
  const unverified = verified.flatMap((each) => each.unverified);
  return { settled, nonConvergent, unverified, ...(run.halted && { halted: run.halted }) };
}

/** Settles steps side by side where nothing forbids it; one outcome for each, in their order. */
async function settleAll(
  run: Run,
  steps: readonly Step[],
  outcomes: Map<StepId, Promise<Outcome>>,
): Promise<readonly Settled[]> {
  const exclusive = new Exclusive();
  for (const step of steps) {
    const ready = Promise.all(step.after.map((id) => outcomes.get(id)));
    outcomes.set(
      step.id,
      ready.then((befores) => exclusive.run(step.exclusive, () => settleOne(run, step, befores))),
    );
  }
  return Promise.all(
    steps.map(async ({ id, address }): Promise<Settled> => {
      const outcome = (await outcomes.get(id)) ?? { state: "skipped", because: id };
      return { step: id, address, outcome };
    }),
  );
}

async function settleOne(run: Run, step: Step, befores: readonly (Outcome | undefined)[]): Promise<Outcome> {
  const outcome = skipped(run, step, befores) ?? (await begin(run, step));
  run.listener?.({ type: "stepSettled", target: step.target, step: step.id, outcome });
  return outcome;
}

async function begin(run: Run, step: Step): Promise<Outcome> {
  run.listener?.({ type: "stepStarted", target: step.target, step: step.id });
  const outcome = await settle(run, step);
  run.journal?.note({ kind: "outcome", step: step.id, state: outcome.state });
  return outcome;
}

/** A step is not tried once the run was stopped, or when its prerequisite did not succeed: it says which one. */
function skipped(run: Run, step: Step, befores: readonly (Outcome | undefined)[]): Outcome | undefined {
  if (run.signal.aborted) return { state: "skipped", because: "interrupted" };
  if (run.journalFailed) return { state: "skipped", because: "journal" };
  if (run.halted) return { state: "skipped", because: run.halted.because === "health" ? "health" : "wave" };
  const failed = befores.findIndex((one) => one?.state !== "applied" && one?.state !== "converged");
  const because = step.after[failed];
  return because === undefined ? undefined : { state: "skipped", because };
}

interface AfterWave {
  /** Everything so far. */
  readonly settled: readonly Settled[];
  readonly wave: readonly Settled[];
  readonly seen: Verified;
}

/** What went wrong: with the health of all that was touched so far, or with the wave's own steps. */
async function trouble(run: Run, { settled, wave, seen }: AfterWave): Promise<Halt | undefined> {
  const ailments = wave.some(isWritten)
    ? await healthAfter(run, settled.filter(isWritten).map(addressOf))
    : [];
  if (ailments.length > 0) return { because: "health", ailments };
  const bad = wave.some(({ outcome }) => outcome.state === "failed" || outcome.state === "unknown");
  return bad || seen.unverified.length > 0 ? { because: "failed", ailments } : undefined;
}

/** Written for sure, or perhaps. */
function isWritten({ outcome: { state } }: Settled): boolean {
  return state === "applied" || state === "unknown";
}

function addressOf({ address }: Settled): Address {
  return address;
}
