/** How what is pending at a target fares while it is finished, and what is reported of it. Pure. */

import type { FinishFacts, FinishSession, WaitingItem } from "../../drivers/contract/activation.ts";
import { byKey } from "../../model/compare.ts";
import type { Scope } from "../../model/desired.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { FinishResult, Milliseconds } from "../../model/reply.ts";
import type { ApplyRun } from "../run.ts";

/** One target at which something is to be finished. */
export interface ActivationTarget {
  readonly run: ApplyRun;
  readonly name: string;
  readonly facts: FinishFacts;
  readonly session: FinishSession;
  /** What this run has written there. */
  readonly written: readonly Scope[];
  /** What is finished apart and did not go well as a whole; undefined in it: the whole target. */
  readonly failed: ReadonlySet<string | undefined>;
  /** How long it may wait for a lock, in all. */
  readonly lockMs: Milliseconds;
}

/** How something that waits fares. busy, lost: another round may help. locked: it is waited for, by time. */
export interface ActivationState {
  readonly item: WaitingItem;
  readonly state: "open" | "busy" | "locked" | "lost" | "done" | "failed" | "unknown" | "left";
  readonly problem?: Problem | undefined;
}

/** Whether it is still to be done. */
export function isOpen({ state }: ActivationState): boolean {
  return state === "open" || state === "busy" || state === "locked" || state === "lost";
}

/** What a first look says. */
export function firstState(on: ActivationTarget, item: WaitingItem): ActivationState {
  if (item.isBusy) return { item, state: "locked", problem: notFinished(on, underWay) };
  if (item.isReady) return { item, state: "open" };
  return {
    item,
    state: "left",
    problem: notFinished(on, "the product says that this is not possible there now"),
  };
}

const underWay = "somebody else is doing that there right now";

/**
 * What a later look says.
 *
 * | it was      | it waits          | it is                                     |
 * |-------------|-------------------|-------------------------------------------|
 * | done        | no more           | done                                      |
 * | done        | with that version | failed: the product only said so          |
 * | done        | with another one  | left: it was changed again in the meantime      |
 * | lost        | no more           | unknown: it was taken, and may still fail |
 * | open, busy, | no more           | done, by someone else                     |
 * | or locked   |                   |                                           |
 * | all others  |                   | as it was                                 |
 */
export function laterState(
  on: ActivationTarget,
  was: ActivationState,
  now: WaitingItem | undefined,
): ActivationState {
  if (now === undefined) return withoutWaiting(on, was);
  if (was.state !== "done") return { ...was, item: now };
  if (isSame(was.item, now)) {
    const why = `it is still waiting to be ${on.facts.done}, although the product said that it was done`;
    return { item: now, state: "failed", problem: notFinished(on, why) };
  }
  return { item: now, state: "left", problem: notFinished(on, "it was changed again in the meantime") };
}

function withoutWaiting({ name, facts }: ActivationTarget, was: ActivationState): ActivationState {
  const { item, state } = was;
  if (state === "open" || state === "busy" || state === "locked") return { item, state: "done" };
  if (state !== "lost") return was;
  const what = `${name}: the reply was lost. It no longer waits, so the request was accepted; its result is unknown`;
  const hint = `Apply again later: by then, what was not ${facts.done} waits again.`;
  return { item, state: "unknown", problem: problem("finish-unknown", what, { hint }) };
}

/** True where the same change waits. */
export function isSame(one: WaitingItem, other: WaitingItem): boolean {
  return one.version === other.version;
}

/** What became of all, alike ones together. What a last round left open was not done, or it is unknown. */
export function resultsOf(
  on: ActivationTarget,
  states: ReadonlyMap<string, ActivationState>,
): readonly FinishResult[] {
  const all = [...states.values()].map((one) => ({ ...one, state: lastState(one) }));
  const alike = Map.groupBy(all, ({ state, problem: found }) => `${state} ${found?.message ?? ""}`);
  return [...alike].sort(byKey).flatMap(([, same]) => {
    const [one] = same;
    const names = itemNames(same.map(({ item }) => item));
    return one
      ? [resultOf(on, one.state, { names, problem: one.state === "done" ? undefined : one.problem })]
      : [];
  });
}

function lastState({ state }: ActivationState): FinishResult["state"] {
  if (state === "lost") return "unknown";
  return state === "open" || state === "busy" || state === "locked" ? "left" : state;
}

/** A result of this target. */
export function resultOf(
  { name, facts: { verb, done } }: ActivationTarget,
  state: FinishResult["state"],
  { names, problem: found }: Pick<FinishResult, "names" | "problem">,
): FinishResult {
  return { target: name, verb, done, state, names, ...(found && { problem: found }) };
}

/** Why something was not done. */
export function notFinished({ name, facts }: Pick<ActivationTarget, "name" | "facts">, why: string): Problem {
  const { verb, done, isListed } = facts;
  // What no list shows is kept by the record, or without Git by the journal.
  const hint = isListed
    ? `Apply again to ${verb} what is waiting, or ${verb} it on the controller.`
    : `Apply again: the record in Git knows of it, or this machine's journal. Else ${verb} it by hand.`;
  return problem("not-finished", `${name}: not ${done}: ${why}`, { hint });
}

/** Their names, in order. */
export function itemNames(items: readonly WaitingItem[]): readonly string[] {
  return items.map(({ name }) => name).sort();
}
