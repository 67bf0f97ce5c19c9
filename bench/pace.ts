/** How much of a limit requests use that all wait for it: in virtual time, and over real sockets. */

import { setTimeout as delay } from "node:timers/promises";
import type { Limiter } from "../src/model/project.ts";
import type { Clock } from "../src/model/wire.ts";
import { Budget } from "../src/pace/budget.ts";
import { admit, freshLimiter, type LimiterState } from "../src/simulator/limiter.ts";
import { entriesOf, largestPerSecond } from "../src/simulator/log.ts";
import type { LimiterModel } from "../src/simulator/wire/settings.ts";
import { opened } from "./opened.ts";
import { randomFrom } from "./random.ts";
import { median, percent, type Row, table } from "./table.ts";
import { VirtualClock } from "./virtual-clock.ts";

const models: readonly LimiterModel[] = ["slidingWindow", "tokenBucket", "fixedWindow"];
/** Requests a second → how many requests. */
const counts: ReadonlyMap<number, number> = new Map([
  [5, 300],
  [10, 600],
  [50, 3000],
  [100, 3000],
  [1000, 10_000],
]);
/** Of the simulator that is asked over sockets. */
const realLimit = 5;

/** When each request arrived, and how many were refused. */
interface Course {
  readonly arrivals: readonly number[];
  readonly throttled: number;
}

/** Requests against each kind of limiter in virtual time, and 300 against the simulator in real time. */
export async function pace(smallest: boolean): Promise<string> {
  const seeds = smallest ? [1] : [1, 2, 3];
  const rows: Row[] = [];
  for (const [limit, most] of counts)
    for (const jitterMs of limit > 100 ? [0] : [0, 50])
      for (const model of models) {
        const count = smallest ? 10 : most;
        const of = { limit, model, jitterMs, count };
        for (const known of model === "tokenBucket"
          ? [undefined, { is: model, burst: limit }]
          : [undefined]) {
          const courses: Course[] = [];
          for (const seed of seeds) courses.push(await inVirtualTime({ ...of, known, seed }));
          const what = `${limit}/s, ${named[model]}${known ? ", known to be one" : ""}`;
          rows.push(rowOf(`${what}, up to ${jitterMs} ms jitter`, limit, courses));
        }
      }
  const real = await overSockets(smallest ? 10 : 300);
  rows.push(rowOf(`${realLimit}/s, real sockets, the simulator`, realLimit, [real]));
  return table("Pace: requests that all wait for one limit, with timers that go off up to 3 ms late", rows);
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

/** The intervals between the first and the last arrival, over those that the limit allows in that time. */
function shareOf(arrivals: readonly number[], limit: number): number {
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
  return (arrivals.length - 1) / seconds / limit;
}

interface Server {
  /** Requests a second. */
  readonly limit: number;
  readonly model: LimiterModel;
  /** What the client is told of it. */
  readonly known?: Limiter | undefined;
  /** A request takes 20 ms to the server, and up to this much longer. */
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

async function overSockets(count: number): Promise<Course> {
  const { context, served, close } = await opened();
  const session = context.targets.get("cloud")?.session;
  const request = { collection: "organizations", scope: {}, wanted: [] };
  await delay(1100);
  served.edit((world) => ({ ...world, log: undefined }));
  const signal = new AbortController().signal;
  await Promise.all(Array.from({ length: count }, () => session?.read(request, signal)));
  const entries = entriesOf(served.world().log);
  await close();
  const arrivals = entries.filter(({ admitted }) => admitted).map(({ at }) => at);
  return { arrivals, throttled: entries.length - arrivals.length };
}
