/**
 * Retries steps that were refused because of a missing dependency, or whose list changed while it was read. Such a step
 * is retried once, after all other steps of its device have ended, and only if one of them has changed the device. A
 * target without devices counts as one device. Pure except for notes to the run.
 */

import type { Address } from "../model/address.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import type { Outcome, SettledStep } from "../model/reply.ts";
import type { ApplyRun } from "./run.ts";

/**
 * True if the outcome of a step may still change: the step was postponed, or was skipped because of a postponed step.
 * Also notes a skipped step as waiting, since further steps may be skipped because of it.
 */
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
 * Groups the steps of one target by what their retries wait for. The steps of each device form a group. Groups are
 * merged if their steps depend on each other. Steps without a device wait for the whole target. The groups keep the
 * plan's order.
 */
export function apartByDevice<T extends { readonly step: Step }>(
  own: readonly T[],
): readonly (readonly T[])[] {
  const places = new Map(own.map(({ step }) => [step.id, placeOf(step)]));
  // For each device, the earlier group into which the device's own group was merged (union-find).
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

/** How to proceed with steps that have ended and whose outcome may still change (`staysOpen`). */
export interface OpenSteps {
  /** The steps to retry, in the plan's order. */
  readonly again: readonly Step[];
  readonly over: readonly { readonly step: Step; readonly outcome: Outcome }[];
}

/** Divides the open steps into steps to retry now (none once the run is stopped) and steps whose outcome is final. */
export function openAmong(run: ApplyRun, settled: readonly SettledStep[]): OpenSteps {
  const open = settled.filter(({ step }) => isOpen(run, step));
  if (open.length === 0) return { again: [], over: [] };
  const isStopped = run.signal.aborted || run.crash !== undefined || run.journalFailed;
  const steps = new Map(run.plan.steps.map((step) => [step.id, step]));
  const lastWrite = isStopped ? new Map<string, number>() : lastWrites(run);
  const begun = new Set<StepId>();
  // Steps come after their prerequisites in this list, so one pass finds each step that is to begin again.
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

/** Returns the position of the last write in this run, for each device or other key that serializes writes. */
function lastWrites({ plan, written }: ApplyRun): ReadonlyMap<string, number> {
  const places = new Map<Address, string>(plan.steps.map((step) => [step.address, placeOf(step)]));
  return new Map([...written.keys()].map((address, at) => [places.get(address) ?? "", at]));
}

function placeOf({ exclusive, target }: Step): string {
  return exclusive ?? target;
}
