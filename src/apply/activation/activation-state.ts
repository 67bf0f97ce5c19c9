/** State of pending changes during activation, and how it is reported. Pure. */

import type { FinishFacts, FinishSession, WaitingItem } from "../../drivers/contract/activation.ts";
import { byKey } from "../../model/compare.ts";
import type { Scope } from "../../model/desired.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { FinishResult, Milliseconds } from "../../model/reply.ts";
import type { ApplyRun } from "../run.ts";

/** A target with pending changes. */
export interface ActivationTarget {
  readonly run: ApplyRun;
  readonly name: string;
  readonly facts: FinishFacts;
  readonly session: FinishSession;
  /** Scopes that this run has written. */
  readonly written: readonly Scope[];
  /**
   * Items, such as devices, with a step that did not fully succeed. The member `undefined` stands for the whole target:
   * its items are activated together.
   */
  readonly failed: ReadonlySet<string | undefined>;
  /** The total time to wait for a lock. */
  readonly lockMs: Milliseconds;
}

/**
 * A pending item during activation. A busy or lost item is retried in the next round, a locked item until the time
 * limit for locks is reached.
 */
export interface ActivationState {
  readonly item: WaitingItem;
  readonly state: "open" | "busy" | "locked" | "lost" | "done" | "failed" | "unknown" | "left";
  readonly problem?: Problem | undefined;
}

/** True if the item still has to be activated. */
export function isOpen({ state }: ActivationState): boolean {
  return state === "open" || state === "busy" || state === "locked" || state === "lost";
}

/** The state after the first read. */
export function firstState(on: ActivationTarget, item: WaitingItem): ActivationState {
  if (item.isBusy) return { item, state: "locked", problem: notFinished(on, underWay) };
  if (item.isReady) return { item, state: "open" };
  return {
    item,
    state: "left",
    problem: notFinished(on, `the product reports that it cannot ${on.facts.verb} this at the moment`),
  };
}

const underWay = "someone else is doing the same at the moment";

/**
 * Returns the state of an item after a later read of the pending list.
 *
 * | it was               | pending now           | it is                                        |
 * |----------------------|-----------------------|----------------------------------------------|
 * | done                 | no                    | done                                         |
 * | done                 | yes, the same version | failed: the product only claimed success     |
 * | done                 | yes, another version  | left: changed again in the meantime          |
 * | lost                 | no                    | unknown: it was accepted, and may still fail |
 * | open, busy or locked | no                    | done, by someone else                        |
 * | anything else        |                       | unchanged                                    |
 */
export function laterState(
  on: ActivationTarget,
  was: ActivationState,
  now: WaitingItem | undefined,
): ActivationState {
  if (now === undefined) return withoutWaiting(on, was);
  if (was.state !== "done") return { ...was, item: now };
  if (isSame(was.item, now)) {
    const why = `it is still waiting to be ${on.facts.done}, although the product reported success`;
    return { item: now, state: "failed", problem: notFinished(on, why) };
  }
  return { item: now, state: "left", problem: notFinished(on, "it was changed again in the meantime") };
}

function withoutWaiting({ name, facts }: ActivationTarget, was: ActivationState): ActivationState {
  const { item, state } = was;
  if (state === "open" || state === "busy" || state === "locked") return { item, state: "done" };
  if (state !== "lost") return was;
  const what =
    `${name}: the reply was lost. Nothing is pending, so the request was accepted; whether it succeeded ` +
    "is unknown";
  const hint = `Apply again later. Any changes that were not ${facts.done} are pending again by then.`;
  return { item, state: "unknown", problem: problem("finish-unknown", what, { hint }) };
}

/** True if both states of one item are the same pending change: they have the same version. */
export function isSame(one: WaitingItem, other: WaitingItem): boolean {
  return one.version === other.version;
}

/**
 * Returns the results of all items. Equal results are grouped. An item that is still open after the last round was not
 * activated. If the reply to its request was lost, its result is unknown.
 */
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

/** One result of this target. */
export function resultOf(
  { name, facts: { verb, done } }: ActivationTarget,
  state: FinishResult["state"],
  { names, problem: found }: Pick<FinishResult, "names" | "problem">,
): FinishResult {
  return { target: name, verb, done, state, names, ...(found && { problem: found }) };
}

/** Why an item was not activated. */
export function notFinished({ name, facts }: Pick<ActivationTarget, "name" | "facts">, why: string): Problem {
  const { verb, done, isListed } = facts;
  // If the product has no pending list, the record keeps the item. Without Git, the journal keeps it.
  const hint = isListed
    ? `Apply again to ${verb} the pending changes, or ${verb} them on the controller.`
    : `Apply again: the record in Git, or this machine's journal, says what to ${verb}. Or ${verb} it by hand.`;
  return problem("not-finished", `${name}: not ${done}: ${why}`, { hint });
}

/** The names of the items, sorted. */
export function itemNames(items: readonly WaitingItem[]): readonly string[] {
  return items.map(({ name }) => name).sort();
}
