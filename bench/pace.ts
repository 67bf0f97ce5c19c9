/** Measures how much of a limit waiting requests use: in virtual time, and over real sockets. */

import type { Limiter } from "../src/model/project.ts";
import type { Clock } from "../src/model/wire.ts";
import { Budget } from "../src/pace/budget.ts";
import { admit, freshLimiter, type LimiterState } from "../src/simulator/limiter.ts";
import { largestPerSecond } from "../src/simulator/log.ts";
import type { LimiterModel } from "../src/simulator/wire/settings.ts";
import { type Course, overSockets, simulatorOverSockets } from "./pace-sockets.ts";
import { randomFrom } from "./random.ts";
import { median, percent, type Row, table } from "./table.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** How a server counts requests, and whether the client knows that. */
interface Sort {
  readonly model: LimiterModel;
  readonly isKnown: boolean;
}

const sorts: readonly Sort[] = [
  { model: "slidingWindow", isKnown: false },
  { model: "tokenBucket", isKnown: false },
  { model: "tokenBucket", isKnown: true },
  { model: "fixedWindow", isKnown: false },
];
/** How many requests are sent, by the limit in requests per second. */
const counts: ReadonlyMap<number, number> = new Map([
  [5, 300],
  [10, 600],
  [50, 3000],
  [100, 3000],
  [1000, 10_000],
]);
/**
 * The limits that are measured over sockets, and the seconds for which each is measured. All kinds of servers run at
 * the same time.
 */
const realLimits = [5, 10, 50, 100];
const realSeconds = 30;

/** Measures requests against each kind of limiter in virtual time and over sockets, and 300 against the simulator. */
export async function pace(smallest: boolean): Promise<string> {
  const seeds = smallest ? [1] : [1, 2, 3];
  const rows: Row[] = [];
  for (const [limit, most] of counts)
    for (const jitterMs of limit > 100 ? [0] : [0, 50])
      for (const sort of sorts) {
        const courses: Course[] = [];
        const of = { ...serverOf(limit, sort), jitterMs, count: smallest ? 10 : most };
        for (const seed of seeds) courses.push(await inVirtualTime({ ...of, seed }));
        rows.push(rowOf(`${nameOf(limit, sort)}, up to ${jitterMs} ms jitter`, limit, courses));
      }
  for (const limit of realLimits)
    for (const jitterMs of [0, 50]) {
      const count = smallest ? 10 : limit * realSeconds;
      const each = async (sort: Sort) => {
        const course = await overSockets({ ...serverOf(limit, sort), jitterMs, count });
        return rowOf(`${nameOf(limit, sort)}, real sockets, up to ${jitterMs} ms jitter`, limit, [course]);
      };
      rows.push(...(await Promise.all(sorts.map(each))));
    }
  const real = await simulatorOverSockets(smallest ? 10 : 300);
  rows.push(rowOf("5/s, real sockets, the simulator", 5, [real]));
  return table("Pace: requests that all wait for one limit, with timers that go off up to 3 ms late", rows);
}

function serverOf(limit: number, { model, isKnown }: Sort) {
  const known: Limiter | undefined = isKnown ? { is: "tokenBucket", burst: limit } : undefined;
  return { limit, model, known };
}

function nameOf(limit: number, { model, isKnown }: Sort): string {
  return `${limit}/s, ${named[model]}${isKnown ? ", known to be one" : ""}`;
}

const named: Readonly<Record<LimiterModel, string>> = {
  slidingWindow: "sliding window",
  tokenBucket: "token bucket",
  fixedWindow: "fixed window",
};

function rowOf(what: string, limit: number, courses: readonly Course[]): Row {
  const largest = courses.map(({ arrivals }) => largestPerSecond(arrivals));
  return {
    server: what,
    requests: courses.reduce((sum, { arrivals }) => sum + arrivals.length, 0).toLocaleString("en"),
    "share of the limit": percent(median(courses.map(({ arrivals }) => shareOf(arrivals, limit)))),
    "429s": courses.reduce((sum, { throttled }) => sum + throttled, 0),
    "most in any second": Math.max(...largest),
  };
}

/**
 * The number of intervals from the first to the last arrival, divided by the number of intervals that the limit allows
 * in that time.
 */
export function shareOf(arrivals: readonly number[], limit: number): number {
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
  return (arrivals.length - 1) / seconds / limit;
}

interface Server {
  /** The limit in requests per second. */
  readonly limit: number;
  readonly model: LimiterModel;
  /** The limiter that the client is configured for. */
  readonly known?: Limiter | undefined;
  /** The maximum random delay of a request, in addition to the 20 ms that it takes to the server. */
  readonly jitterMs: number;
  readonly seed: number;
  readonly count: number;
}

async function inVirtualTime({ limit, model, known, jitterMs, seed, count }: Server): Promise<Course> {
  const clock = new VirtualClock();
  const chance = randomFrom(seed);
  const timers: Clock = {
    now: () => clock.now(),
    date: () => clock.date(),
    wait: (ms) => clock.wait(Math.max(1, Math.ceil(ms)) + 2 * chance()),
  };
  const budget = new Budget({ requestsPerSecond: limit, limiter: known, clock: timers });
  const arrivals: number[] = [];
  let throttled = 0;
  let state: LimiterState = freshLimiter(limit, 0);
  const signal = new AbortController().signal;
  const one = async () => {
    for (;;) {
      const ticket = await budget.acquire("read", signal);
      await clock.wait(20 + chance() * jitterMs);
      const { admitted, state: next } = admit(state, clock.now(), { model, ratePerSecond: limit });
      state = next;
      if (admitted) arrivals.push(clock.now());
      await clock.wait(20);
      ticket.answered();
      if (admitted) return budget.accepted();
      throttled += 1;
      budget.throttled(1000);
    }
  };
  const all = Promise.all(Array.from({ length: count }, one));
  await clock.run();
  await all;
  return { arrivals: arrivals.sort((a, b) => a - b), throttled };
}
