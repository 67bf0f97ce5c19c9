/**
 * Post-apply activation: deploys changes or saves a configuration, once per target, after the target's last successful
 * step.
 */

import type { FinishFacts, WaitingItem } from "../../drivers/contract/activation.ts";
import type { OpenTarget } from "../../drivers/contract/contract.ts";
import { byKey } from "../../model/compare.ts";
import type { Scope } from "../../model/desired.ts";
import type { FinishIntent } from "../../model/journal.ts";
import type { Problem } from "../../model/problem.ts";
import type { FinishResult, Milliseconds, SettledStep } from "../../model/reply.ts";
import { isFinishDue } from "../../model/status.ts";
import { backoffMs } from "../../pace/backoff.ts";
import { resourceOf } from "../../plan/prerequisites.ts";
import { lockMsOf } from "../execute/facts.ts";
import { type ApplyRun, survived } from "../run.ts";
import {
  type ActivationState,
  type ActivationTarget,
  firstState,
  isOpen,
  isSame,
  itemNames,
  laterState,
  notFinished,
  resultOf,
  resultsOf,
} from "./activation-state.ts";
import { endOfFinish, finishOnce, noted } from "./send.ts";

/**
 * Activates all targets with pending changes, concurrently. A target is skipped, and reported as such, if one of its
 * steps failed or the run was interrupted, halted or rolled back. If a target's settings do not enable the activation,
 * its pending changes are only reported.
 */
export async function activateTargets(
  run: ApplyRun,
  settled: readonly SettledStep[],
  { isTakenBack }: { readonly isTakenBack: boolean },
): Promise<readonly FinishResult[] | undefined> {
  const targets = new Map(run.plan.steps.map(({ id, target }) => [id, target]));
  const own = Map.groupBy(settled, ({ step }) => targets.get(step));
  const isBegun = ({ task }: FinishIntent) => task !== undefined;
  const begun = [
    ...(run.plan.pending ?? []).filter(isFinishDue),
    ...(run.leftFinishes ?? []).filter(isBegun),
  ];
  const due = new Set(begun.map(({ target }) => target));
  const results = await Promise.all(
    [...run.targets].sort(byKey).map(async ([name, open]): Promise<readonly FinishResult[]> => {
      const steps = own.get(name) ?? [];
      const on = finishingOf(run, open, steps);
      if (!on || (steps.length === 0 && !due.has(name))) return [];
      return survived(run, () => finished(on, isTakenBack), []);
    }),
  );
  const all = results.flat();
  return all.length > 0 ? all : undefined;
}

function finishingOf(
  run: ApplyRun,
  { target, dialect, session }: OpenTarget,
  settled: readonly SettledStep[],
): ActivationTarget | undefined {
  const { finishing: facts } = dialect;
  if (!facts || !session.finishing) return undefined;
  const scopeOf = ({ address }: SettledStep): Scope => {
    const change = run.changes.get(address);
    return change ? resourceOf(change).scope : {};
  };
  const unit = (scope: Scope) => (facts.by === undefined ? undefined : scope[facts.by]);
  const own = settled.filter(({ outcome }) => outcome.state === "applied").map(scopeOf);
  // If the product does not list pending changes, changes of an earlier run are known only by name.
  const written = facts.isListed ? own : [...own, ...leftAt(run, target.name, facts)];
  const lockMs = lockMsOf(target.limits);
  const failed = new Set(settled.filter((one) => !isGood(one)).map((one) => unit(scopeOf(one))));
  return { run, name: target.name, facts, session: session.finishing, written, failed, lockMs };
}

function leftAt(run: ApplyRun, name: string, { by }: Pick<FinishFacts, "by">): readonly Scope[] {
  const { names = [] } = run.plan.pending?.find(({ target }) => target === name) ?? {};
  return by === undefined ? [] : names.map((each) => ({ [by]: each }));
}

function isGood({ outcome: { state } }: SettledStep): boolean {
  return state === "applied" || state === "converged";
}

async function finished(on: ActivationTarget, isTakenBack: boolean): Promise<readonly FinishResult[]> {
  const { run, facts, written, failed } = on;
  if (!facts.isOn) return facts.isListed && written.length > 0 ? shown(on) : [];
  const why = whyNot(run, isTakenBack) ?? (failed.has(undefined) ? partly : undefined);
  if (why !== undefined) return [left(on, why)];
  try {
    if (facts.isListed && written.length > 0) await run.clock.wait(facts.lateMs, run.signal);
    const earlier = await awaitEarlier(on);
    const isLeft = earlier.some(({ state }) => state === "unknown");
    const own = isLeft ? [] : await inRounds(on);
    // If changes of an earlier run failed to activate, they are pending again and are included in `own`.
    return own.length > 0 ? own : earlier;
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return [left(on, interrupted)];
  }
}

const partly = "not every step of this run succeeded there";
const interrupted = "the run was interrupted";

function whyNot(run: ApplyRun, isTakenBack: boolean): string | undefined {
  if (isTakenBack) return "the apply was rolled back";
  if (run.signal.aborted) return interrupted;
  if (run.crash) return "trueup itself failed";
  if (run.journalFailed) return "the journal could not be written";
  return run.halted ? "the run was stopped early" : undefined;
}

/** Reports pending changes without activating them. */
async function shown(on: ActivationTarget): Promise<readonly FinishResult[]> {
  if (on.run.signal.aborted) return [];
  const reply = await on.session.waiting(on.written, on.run.signal);
  if (reply.state === "unknown" || reply.items.length === 0) return [];
  return [resultOf(on, "waiting", { names: itemNames(reply.items) })];
}

/** Waits for activation tasks that an earlier run started. The items of these tasks are not requested again. */
async function awaitEarlier(on: ActivationTarget): Promise<readonly FinishResult[]> {
  const results: FinishResult[] = [];
  for (const intent of on.run.leftFinishes ?? []) {
    const { target, names, task } = intent;
    if (target !== on.name || !task) continue;
    await noted(on.run, intent);
    const { state, problem } = await endOfFinish(on, task, { atOnce: true });
    results.push(resultOf(on, state, { names, problem }));
  }
  return results;
}

function left(on: ActivationTarget, why: string): FinishResult {
  const planned = on.run.plan.pending?.find(({ target }) => target === on.name);
  return resultOf(on, "left", { names: planned?.names ?? [], problem: notFinished(on, why) });
}

/** The maximum number of attempts after lost replies or busy answers. Waiting for a lock is limited by time instead. */
const maxRounds = 3;
const patience = { firstMs: 5000, maxMs: 60_000 };
const lockPatience = { firstMs: 2000, maxMs: 15_000 };

/** Returns the results for all pending changes. Rejects on interruption, unless something was already sent. */
async function inRounds(on: ActivationTarget): Promise<readonly FinishResult[]> {
  const { run, facts } = on;
  const states = new Map<string, ActivationState>();
  let round = 1;
  let waits = 0;
  let lockMs = on.lockMs;
  for (let looks = 0; ; looks += 1) {
    if (looks === 0 || facts.isListed) {
      const problem = await look(on, states);
      if (problem) return [...resultsOf(on, states), resultOf(on, "unknown", { names: [], problem })];
    }
    const open = [...states.values()].filter((one) => isOpen(one) && (round <= maxRounds || isLocked(one)));
    if (open.length === 0) return resultsOf(on, states);
    const waitMs = await sendAll(on, states, open);
    if (run.signal.aborted) return resultsOf(on, states);
    const left = open.flatMap(({ item }) => states.get(item.id) ?? []).filter(isOpen);
    const isAllLocked = left.length > 0 && left.every(isLocked);
    if (!isAllLocked) round += 1;
    if (left.some(isLocked)) {
      waits += 1;
      const ms = Math.min(Math.max(waitMs, backoffMs(lockPatience, waits, run.random())), lockMs);
      if (ms <= 0) return resultsOf(on, states);
      lockMs -= ms;
      run.listener?.({ type: "waiting", target: on.name, reason: "locked", ms });
      await run.clock.wait(ms, run.signal);
    } else if (waitMs > 0) {
      const backoff = backoffMs(patience, round - 1, run.random());
      await run.clock.wait(Math.min(Math.max(waitMs, backoff), patience.maxMs), run.signal);
    }
  }
}

function isLocked({ state }: ActivationState): boolean {
  return state === "locked";
}

/** Sends activations, batched where possible. Returns how long to wait before the next round. */
async function sendAll(
  on: ActivationTarget,
  states: Map<string, ActivationState>,
  all: readonly ActivationState[],
): Promise<Milliseconds> {
  const { together, by } = on.facts;
  // Somebody else is already activating the busy items, so another request for them would be pointless.
  const open = all.map(({ item }) => item).filter(({ isBusy }) => !isBusy);
  let longest: Milliseconds = 0;
  const send = async (from: number) => {
    if (on.run.signal.aborted) return;
    const items = open.slice(from, from + together);
    const { waitMs = 0, ...sent } = await finishOnce(on, items);
    longest = Math.max(longest, waitMs);
    for (const item of items) states.set(item.id, { item, ...sent });
  };
  const begins = Array.from({ length: Math.ceil(open.length / together) }, (_, at) => at * together);
  // Requests for items that are activated separately are sent concurrently, so that a hanging device delays no other
  // device.
  if (by !== undefined) await Promise.all(begins.map(send));
  else for (const from of begins) await send(from);
  return longest;
}

/**
 * Compares the pending list with the known states. Returns the problem if the list cannot be read. The list may be
 * outdated, so items that are done but still listed are read twice.
 */
async function look(
  on: ActivationTarget,
  states: Map<string, ActivationState>,
): Promise<Problem | undefined> {
  const { run, facts, session, written, failed } = on;
  const read = () => session.waiting(written, run.signal);
  const lags = (item: WaitingItem) => {
    const one = states.get(item.id);
    return one?.state === "done" && isSame(one.item, item);
  };
  let reply = await read();
  if (reply.state === "whole" && reply.items.some(lags)) {
    await run.clock.wait(facts.lateMs, run.signal);
    reply = await read();
  }
  if (reply.state === "unknown") return reply.problem;
  const waiting = new Map(reply.items.map((item) => [item.id, item]));
  for (const [id, one] of states) states.set(id, laterState(on, one, waiting.get(id)));
  if (states.size > 0) return undefined;
  for (const item of waiting.values())
    if (item.unit === undefined || !failed.has(item.unit)) states.set(item.id, firstState(on, item));
  return undefined;
}
