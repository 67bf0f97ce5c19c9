/** Looks what waits at a target, finishes it, and looks again: until no further round could help, within a bound. */

import type { WaitingItem } from "../../drivers/contract/activation.ts";
import type { Problem } from "../../model/problem.ts";
import type { FinishResult, Milliseconds } from "../../model/reply.ts";
import { backoffMs } from "../../pace/backoff.ts";
import {
  type Fate,
  type FinishTarget,
  firstFate,
  isOpen,
  isSame,
  laterFate,
  resultOf,
  resultsOf,
} from "./fate.ts";
import { finishOnce } from "./send.ts";

/** So often it is asked for, where replies are lost or the product is busy. */
const maxRounds = 3;
const patience = { firstMs: 5000, maxMs: 60_000 };

/** What became of all that waits. Rejects once the run is interrupted, unless something has been sent. */
export async function inRounds(on: FinishTarget): Promise<readonly FinishResult[]> {
  const { run, facts } = on;
  const fates = new Map<string, Fate>();
  for (let round = 1; ; round += 1) {
    if (round === 1 || facts.isListed) {
      const problem = await look(on, fates);
      if (problem) return [...resultsOf(on, fates), resultOf(on, "unknown", { names: [], problem })];
    }
    const open = [...fates.values()].filter(isOpen).map(({ item }) => item);
    if (open.length === 0 || round > maxRounds) return resultsOf(on, fates);
    const waitMs = await sendAll(on, fates, open);
    if (run.signal.aborted) return resultsOf(on, fates);
    if (waitMs > 0) {
      const backoff = backoffMs(patience, round, run.random());
      await run.clock.wait(Math.min(Math.max(waitMs, backoff), patience.maxMs), run.signal);
    }
  }
}

/** Finishes all, as many in a request as go together; how long to wait before another round. */
async function sendAll(
  on: FinishTarget,
  fates: Map<string, Fate>,
  open: readonly WaitingItem[],
): Promise<Milliseconds> {
  const { together, by } = on.facts;
  let longest: Milliseconds = 0;
  const send = async (from: number) => {
    if (on.run.signal.aborted) return;
    const items = open.slice(from, from + together);
    const { waitMs = 0, ...fate } = await finishOnce(on, items);
    longest = Math.max(longest, waitMs);
    for (const item of items) fates.set(item.id, { item, ...fate });
  };
  const begins = Array.from({ length: Math.ceil(open.length / together) }, (_, at) => at * together);
  // What is finished apart waits for no other: a device that hangs holds none of them up.
  if (by !== undefined) await Promise.all(begins.map(send));
  else for (const from of begins) await send(from);
  return longest;
}

/** Holds what waits now against what is known. A list may be late: what is done and waits still is looked at twice. */
async function look(on: FinishTarget, fates: Map<string, Fate>): Promise<Problem | undefined> {
  const { run, facts, session, written, failed } = on;
  const read = () => session.waiting(written, run.signal);
  const lags = (item: WaitingItem) => {
    const fate = fates.get(item.id);
    return fate?.state === "done" && isSame(fate.item, item);
  };
  let reply = await read();
  if (reply.state === "whole" && reply.items.some(lags)) {
    await run.clock.wait(facts.lateMs, run.signal);
    reply = await read();
  }
  if (reply.state === "unknown") return reply.problem;
  const waiting = new Map(reply.items.map((item) => [item.id, item]));
  for (const [id, fate] of fates) fates.set(id, laterFate(on, fate, waiting.get(id)));
  if (fates.size > 0) return undefined;
  for (const item of waiting.values())
    if (item.unit === undefined || !failed.has(item.unit)) fates.set(item.id, firstFate(on, item));
  return undefined;
}
