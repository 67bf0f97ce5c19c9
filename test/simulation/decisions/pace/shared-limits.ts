/**
 * Simulates what several users share: a circuit breaker that sees only 429, the concurrency of targets that open and
 * close, and a lane with a write and reads.
 */

import type { Session } from "../../../../src/drivers/contract/contract.ts";
import { Budgets } from "../../../../src/pace/budgets.ts";
import { CircuitBreaker } from "../../../../src/pace/circuit-breaker.ts";
import { ConcurrencyLimits, withConcurrencyLimit } from "../../../../src/pace/concurrency-limit.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported state, to test that the checks notice it. */
export type SharedLie = (isSo: boolean) => boolean;

/** Reports circuits that are wrongly open or closed, wrong numbers of free slots, and writes that wait for reads. */
export async function judgeShared(seed: number, lie: SharedLie = (isSo) => isSo): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 47);
  return [...judgeThrottled(draw, lie), ...judgePlaces(draw, lie), ...(await judgeLane(draw, lie))].map(
    (line) => `shared: ${line}`,
  );
}

const patienceMs = 600_000;

/**
 * The circuit must open if every answer within ten minutes is a 429. A longer pause that the server requests extends
 * this time.
 */
function judgeThrottled(draw: Draw, lie: SharedLie): readonly string[] {
  const circuit = new CircuitBreaker();
  let [now, since, longest]: [number, number | undefined, number] = [0, undefined, 0];
  const told: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    now += pick(draw, [1000, 60_000, 200_000, 400_000]);
    if (maybe(draw, 0.25)) {
      circuit.worked();
      [since, longest] = [undefined, 0];
      told.push(`${now} worked`);
      continue;
    }
    const asked = pick(draw, [0, 0, 1000, 300_000]);
    circuit.throttled(now, asked);
    since ??= now;
    told.push(`${now} 429, ${asked}`);
    const must = now - since >= patienceMs + longest;
    longest = Math.max(longest, asked);
    if (lie(circuit.isOpen(now)) !== must)
      return [`the circuit is ${must ? "closed" : "open"} (${told.join("; ")})`];
    if (must) return [];
  }
  return [];
}

/** If several targets share a limit, the lowest concurrency among the open targets must count. */
function judgePlaces(draw: Draw, lie: SharedLie): readonly string[] {
  const budgets = new Budgets(new VirtualClock());
  const open = new Map<number, { readonly count: number; readonly close: () => void }>();
  let room: { take(): boolean; giveBack(): void } | undefined;
  const told: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    const target = under(draw, 3);
    const known = open.get(target);
    if (known && maybe(draw, 0.6)) {
      known.close();
      open.delete(target);
      told.push(`${target} closes`);
    } else if (!known) {
      const count = 1 + under(draw, 4);
      const own = budgets.open();
      room = own.semaphore("https://cloud.example.net", count);
      open.set(target, { count, close: () => own.close() });
      told.push(`${target} opens with ${count}`);
    }
    if (open.size === 0 || !room) continue;
    const least = Math.min(...[...open.values()].map(({ count }) => count));
    const taken = Array.from({ length: 6 }, () => room?.take() === true);
    const free = taken.filter((isTaken) => isTaken).length;
    for (let at = 0; at < free; at += 1) room.giveBack();
    if (!lie(free === least)) return [`${free} places, and must be ${least} (${told.join("; ")})`];
  }
  return [];
}

/** A write must come before the reads that wait in its lane. */
async function judgeLane(draw: Draw, lie: SharedLie): Promise<readonly string[]> {
  const done: string[] = [];
  const pending: (() => void)[] = [];
  const waits = (what: string) =>
    new Promise<never>((resolve) => {
      done.push(what);
      pending.push(() => resolve(undefined as never));
    });
  const session = {
    read: () => waits("read"),
    write: () => waits("write"),
  } as unknown as Session;
  const limited = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 1 }));
  const { signal } = new AbortController();
  const reads = 2 + under(draw, 4);
  const ends = Array.from({ length: reads }, () => limited.read({ scope: {} } as never, signal));
  ends.push(limited.write({ scope: {} } as never, signal) as never);
  for (let at = 0; at <= reads; at += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    pending.shift()?.();
  }
  await Promise.all(ends);
  return lie(done.indexOf("write") === 1)
    ? []
    : [`the write is the ${done.indexOf("write") + 1}. of ${reads + 1}`];
}
