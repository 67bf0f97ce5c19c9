/** Carries a plan out: every step as soon as what it needs is done, then a look at what became of it. */

import type { Step, StepId } from "../model/plan.ts";
import type { ApplyResult, Outcome, Settled } from "../model/reply.ts";
import { Exclusive } from "./exclusive.ts";
import { type ApplyInput, type Run, runOf } from "./run.ts";
import { settle } from "./settle.ts";
import { verify } from "./verify.ts";

export type { ApplyInput };

/**
 * Settles all steps, side by side where nothing forbids it; pace and lanes are the sessions' own. Once `signal` is
 * aborted no step begins, what has left is waited for, and the rest is skipped.
 */
export async function apply(input: ApplyInput, signal: AbortSignal): Promise<ApplyResult> {
  const before = requestsOf(input);
  const run = runOf(input, signal);
  const { environment, fingerprint } = run.plan;
  run.journal?.note({ kind: "begun", environment, fingerprint });
  const settled = await settleAll(run);
  const verified = await verify(run, settled);
  run.journal?.note({ kind: "ended" });
  const requests = new Map(
    [...requestsOf(input)].map(([name, count]) => [name, count - (before.get(name) ?? 0)]),
  );
  return { settled, ...verified, requests, interrupted: signal.aborted };
}

function settleAll(run: Run): Promise<readonly Settled[]> {
  const exclusive = new Exclusive();
  const outcomes = new Map<StepId, Promise<Outcome>>();
  for (const step of run.plan.steps) {
    const ready = Promise.all(step.after.map((id) => outcomes.get(id)));
    outcomes.set(
      step.id,
      ready.then((befores) => exclusive.run(step.exclusive, () => settleOne(run, step, befores))),
    );
  }
  const each = run.plan.steps.map(async (step): Promise<Settled> => {
    const outcome = (await outcomes.get(step.id)) ?? { state: "skipped", because: step.id };
    return { step: step.id, address: step.address, outcome };
  });
  return Promise.all(each);
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

/** A step whose prerequisite did not succeed is not tried, and says which one. */
function skipped(run: Run, step: Step, befores: readonly (Outcome | undefined)[]): Outcome | undefined {
  if (run.signal.aborted) return { state: "skipped", because: "interrupted" };
  if (run.journalFailed) return { state: "skipped", because: "journal" };
  const failed = befores.findIndex((one) => one?.state !== "applied" && one?.state !== "converged");
  const because = step.after[failed];
  return because === undefined ? undefined : { state: "skipped", because };
}

function requestsOf({ targets }: ApplyInput): ReadonlyMap<string, number> {
  return new Map([...targets].map(([name, target]) => [name, target.requests()]));
}
