/** What it costs to finish at each target what apply finishes there after its last success. Pure. */

import type { Plan } from "../model/plan.ts";
import { isFinishDue } from "../model/status.ts";
import { resourceOf } from "./prerequisites.ts";
import type { TargetFacts } from "./target-facts.ts";

/** Requests of a target, and how long is waited there. */
interface Tally {
  writes: number;
  polls: number;
  reads: number;
  settleSeconds: number;
}

interface Planned extends Pick<Plan, "changes" | "steps" | "pending"> {
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/** A task of this sort is asked for so often, as foreseen: it lasts longer than that of a write. */
const pollsForeseen = 5;

/** Adds it for each target where something is finished, or what waits is only shown. One request each is foreseen. */
export function addFinishCosts(
  { changes, steps, pending = [], facts }: Planned,
  tallyOf: (target: string) => Tally,
): void {
  const stepped = new Set(steps.map(({ address }) => address));
  const written = changes.filter(({ address }) => stepped.has(address)).map(resourceOf);
  const due = new Map(pending.filter(isFinishDue).map(({ target, names }) => [target, names]));
  for (const [target, { dialect }] of facts) {
    const { finishing } = dialect;
    const own = finishing ? written.filter((one) => one.target === target) : [];
    if (!finishing || (own.length === 0 && !due.has(target))) continue;
    const { isOn, isListed, isTask, lateMs, by } = finishing;
    const tally = tallyOf(target);
    const left = isListed ? [] : (due.get(target) ?? []);
    const apart = by === undefined ? 1 : new Set([...own.map(({ scope }) => scope[by]), ...left]).size;
    if (isListed) tally.reads += isOn ? 2 : 1;
    if (!isOn) continue;
    tally.writes += apart;
    tally.polls += isTask ? apart * pollsForeseen : 0;
    tally.settleSeconds += own.length > 0 ? lateMs / 1000 : 0;
  }
}
