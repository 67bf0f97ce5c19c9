/**
 * Steps that were refused since something is missing that another write may bring, or that could not be looked at since
 * a list moved: each is tried once more when all others of its device have ended, or of its target where that has no
 * devices, if one of them has changed it since. Pure but for what it notes.
 */

import type { Address } from "../model/address.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import type { Outcome, SettledStep } from "../model/reply.ts";
import type { ApplyRun } from "./run.ts";

/** Whether an outcome may still be another one: of what was postponed, and of what was skipped for that. Notes it. */
export function staysOpen(
  run: Pick<ApplyRun, "postponed" | "waitsForPostponed">,
  { step, outcome }: Pick<SettledStep, "step" | "outcome">,
): boolean {
  if (outcome.state === "skipped" && isOpen(run, outcome.because)) run.waitsForPostponed.add(step);
  return isOpen(run, step);
}

function isOpen(run: Pick<ApplyRun, "postponed" | "waitsForPostponed">, step: string): boolean {
  return run.postponed.has(step) || run.waitsForPostponed.has(step);
}

/**
 * Steps of one target by what their second tries wait for: those of a device, and of others that some of them come
 * after; each group in the order that they come in. What has no device waits for the whole target.
 */
export function apartByDevice<T extends { readonly step: Step }>(
  own: readonly T[],
): readonly (readonly T[])[] {
  const places = new Map(own.map(({ step }) => [step.id, placeOf(step)]));
  // By place, the one that it comes after, and whose group it is of.
  const joined = new Map<string, string>();
  const groupOf = (place: string): string => {
    let group = place;
    for (let next = joined.get(group); next !== undefined; next = joined.get(group)) group = next;
    return group;
  };
  for (const { step } of own)
    for (const before of step.after.flatMap((id) => places.get(id) ?? [])) {
      const [first, then] = [groupOf(before), groupOf(placeOf(step))];
      if (first !== then) joined.set(then, first);
    }
  return [...Map.groupBy(own, ({ step }) => groupOf(placeOf(step))).values()];
}

/** What is open among these steps, which have all ended. */
export interface OpenSteps {
  /** In the plan's order. */
  readonly again: readonly Step[];
  readonly over: readonly { readonly step: Step; readonly outcome: Outcome }[];
}

/** Which of them are begun once more. Once a run is stopped none is. */
export function openAmong(run: ApplyRun, settled: readonly SettledStep[]): OpenSteps {
  const open = settled.filter(({ step }) => isOpen(run, step));
  if (open.length === 0) return { again: [], over: [] };
  const isStopped = run.signal.aborted || run.crash !== undefined || run.journalFailed;
  const steps = new Map(run.plan.steps.map((step) => [step.id, step]));
  const lastWrite = isStopped ? new Map<string, number>() : lastWrites(run);
  const begun = new Set<StepId>();
  // What waits for another stands behind it.
  for (const { step: id, outcome } of open) {
    const { leftAfter } = run.postponed.get(id) ?? {};
    const step = steps.get(id);
    const isChanged =
      leftAfter !== undefined && step !== undefined && (lastWrite.get(placeOf(step)) ?? -1) >= leftAfter;
    if (isChanged || (outcome.state === "skipped" && begun.has(outcome.because))) begun.add(id);
  }
  const found = open.flatMap(({ step: id, outcome }) => {
    const step = steps.get(id);
    return step ? [{ step, outcome }] : [];
  });
  return {
    again: found.flatMap(({ step }) => (begun.has(step.id) ? [step] : [])),
    over: found.filter(({ step }) => !begun.has(step.id)),
  };
}

/** By device, or whatever else is written by one at a time, the place of its last write among all of this run. */
function lastWrites({ plan, written }: ApplyRun): ReadonlyMap<string, number> {
  const places = new Map<Address, string>(plan.steps.map((step) => [step.address, placeOf(step)]));
  return new Map([...written.keys()].map((address, at) => [places.get(address) ?? "", at]));
}

function placeOf({ exclusive, target }: Step): string {
  return exclusive ?? target;
}
