/** Looks what waits at a target, finishes it, and looks again: until no further round could help, within a bound. */

import type { WaitingItem } from "../../drivers/contract/activation.ts";
import type { Problem } from "../../model/problem.ts";
import type { FinishResult, Milliseconds } from "../../model/reply.ts";
import { backoffMs } from "../../pace/backoff.ts";
import {
  type ActivationState,
  type ActivationTarget,
  firstState,
  isOpen,
  isSame,
  laterState,
  resultOf,
  resultsOf,
} from "./activation-state.ts";
import { finishOnce } from "./send.ts";

/** So often it is asked for, where replies are lost or the product is busy. */
const maxRounds = 3;
const patience = { firstMs: 5000, maxMs: 60_000 };

/** What became of all that waits. Rejects once the run is interrupted, unless something has been sent. */
export async function inRounds(on: ActivationTarget): Promise<readonly FinishResult[]> {
  const { run, facts } = on;
  const states = new Map<string, ActivationState>();
  for (let round = 1; ; round += 1) {
    if (round === 1 || facts.isListed) {
      const problem = await look(on, states);
      if (problem) return [...resultsOf(on, states), resultOf(on, "unknown", { names: [], problem })];
    }
    const open = [...states.values()].filter(isOpen).map(({ item }) => item);
    if (open.length === 0 || round > maxRounds) return resultsOf(on, states);
    const waitMs = await sendAll(on, states, open);
    if (run.signal.aborted) return resultsOf(on, states);
    if (waitMs > 0) {
      const backoff = backoffMs(patience, round, run.random());
      await run.clock.wait(Math.min(Math.max(waitMs, backoff), patience.maxMs), run.signal);
    }
  }
}

/** Finishes all, as many in a request as go together; how long to wait before another round. */
async function sendAll(
  on: ActivationTarget,
  states: Map<string, ActivationState>,
  open: readonly WaitingItem[],
): Promise<Milliseconds> {
  const { together, by } = on.facts;
  let longest: Milliseconds = 0;
  const send = async (from: number) => {
    if (on.run.signal.aborted) return;
    const items = open.slice(from, from + together);
    const { waitMs = 0, ...sent } = await finishOnce(on, items);
    longest = Math.max(longest, waitMs);
    for (const item of items) states.set(item.id, { item, ...sent });
  };
  const begins = Array.from({ length: Math.ceil(open.length / together) }, (_, at) => at * together);
  // What is finished apart waits for no other: a device that hangs holds none of them up.
  if (by !== undefined) await Promise.all(begins.map(send));
  else for (const from of begins) await send(from);
  return longest;
}

/** Holds what waits now against what is known. A list may be late: what is done and waits still is looked at twice. */
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
