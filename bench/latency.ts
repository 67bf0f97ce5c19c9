/** Measures how much of a limit is used if replies take seconds, and the load on a saturated server. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "../src/drivers/contract/contract.ts";
import type { Limiter } from "../src/model/project.ts";
import type { Clock, Wire } from "../src/model/wire.ts";
import { Budgets } from "../src/pace/budgets.ts";
import { type Concurrency, ConcurrencyLimits, withConcurrencyLimit } from "../src/pace/concurrency-limit.ts";
import { pacedWire } from "../src/pace/wire.ts";
import { clock as realClock } from "../src/runtime/clock.ts";
import { httpWire } from "../src/runtime/http/http.ts";
import { randomFrom } from "./random.ts";
import { median, percent, type Row, table } from "./table.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Meraki's limit, in requests per second. */
const limit = 10;
/** How Meraki counts requests. */
const limiter: Limiter = { is: "tokenBucket", burst: 10 };

/** The kinds of concurrency: always ten, as in earlier versions, or adapted to the latency. */
const ways: readonly (readonly [string, Concurrency])[] = [
  ["always 10", { all: 10, start: 10 }],
  ["follows the latency", { all: 100, start: 20 }],
];

/** The course of a run: when requests were sent, how long each took, and how many were in flight. */
interface Course {
  readonly left: readonly number[];
  readonly took: readonly number[];
  readonly flying: readonly number[];
}

/** A server with a limited number of workers. */
interface Server {
  readonly wire: Wire;
  readonly clock: Clock;
}

/**
 * Measures three things: replies of 1 to 3 s in virtual time, the same over sockets, and a server that processes one
 * request at a time.
 */
export async function latency(smallest: boolean): Promise<string> {
  const seeds = smallest ? [1] : [1, 2, 3];
  const rows: Row[] = [];
  for (const [way, concurrency] of ways)
    for (const [least, most] of [
      [0.05, 0.05],
      [0.5, 1],
      [1, 3],
    ] as const) {
      const replies = { takes: (chance: () => number) => least + (most - least) * chance() };
      const count = smallest ? 20 : 3000;
      const courses: Course[] = [];
      for (const seed of seeds) courses.push(await inVirtualTime(replies, { concurrency, seed, count }));
      rows.push(rowOf(`${least} to ${most} s`, way, courses));
    }
  for (const [way, concurrency] of ways) {
    const busy = { takes: () => 0.25, works: 1 };
    const course = await inVirtualTime(busy, { concurrency, seed: 1, count: smallest ? 20 : 1000 });
    rows.push(rowOf("one after the other, each 0.25 s", way, [course]));
  }
  for (const [way, concurrency] of ways)
    rows.push(rowOf("1 to 3 s, real sockets", way, [await overSockets(concurrency, smallest ? 5 : 300)]));
  return table(`Latency: requests that all wait for ${limit} a second`, rows);
}

function rowOf(replies: string, way: string, courses: readonly Course[]): Row {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const ofHalf = (values: readonly number[]) => mean(values.slice(Math.floor(values.length / 2)));
  return {
    replies,
    "in flight": way,
    requests: courses.reduce((sum, { left }) => sum + left.length, 0).toLocaleString("en"),
    "share of the limit": percent(median(courses.map(({ left }) => shareOf(left)))),
    "most in flight": Math.max(...courses.flatMap(({ flying }) => flying)),
    "a reply took at last, s": (median(courses.map(({ took }) => ofHalf(took))) / 1000).toFixed(1),
  };
}

function shareOf(left: readonly number[]): number {
  return ((left.length - 1) * 1000) / ((left.at(-1) ?? 0) - (left[0] ?? 0)) / limit;
}

interface Replies {
  /** The duration of a request, in seconds. */
  readonly takes: (chance: () => number) => number;
  /** The number of workers. Absent: unlimited. */
  readonly works?: number;
}

async function inVirtualTime(
  { takes, works = Number.POSITIVE_INFINITY }: Replies,
  {
    concurrency,
    seed,
    count,
  }: { readonly concurrency: Concurrency; readonly seed: number; readonly count: number },
): Promise<Course> {
  const clock = new VirtualClock();
  const chance = randomFrom(seed);
  const waiting: (() => void)[] = [];
  let working = 0;
  const wire: Wire = {
    send: async () => {
      if (working >= works) await new Promise<void>((begin) => waiting.push(begin));
      working += 1;
      await clock.wait(1000 * takes(chance));
      working -= 1;
      waiting.shift()?.();
      return { outcome: "answered", status: 200, headers: {}, text: "[]" };
    },
  };
  const asked = read({ wire, clock }, { concurrency, count, url: "https://a.example/x" });
  await clock.run();
  return asked;
}

/** The measurement with a local server that answers after 1 to 3 s, over real sockets. */
async function overSockets(concurrency: Concurrency, count: number): Promise<Course> {
  const chance = randomFrom(1);
  const server = createServer((_, response) => {
    void delay(1000 + 2000 * chance()).then(() => {
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = { name: "cloud", url, hosts: [], tls: {}, limits: {} };
  const log = { debug() {}, info() {}, warn() {} };
  const { wire, close } = httpWire(endpoint, log);
  const course = await read({ wire, clock: realClock }, { concurrency, count, url: `${url}/x` });
  await close();
  server.close();
  return course;
}

/** Sends reads that are all ready at once. */
async function read(
  { wire, clock }: Server,
  {
    concurrency,
    count,
    url,
  }: { readonly concurrency: Concurrency; readonly count: number; readonly url: string },
): Promise<Course> {
  const course = { left: [] as number[], took: [] as number[], flying: [] as number[] };
  let flying = 0;
  const counting: Wire = {
    send: async (request, signal) => {
      const left = clock.now();
      course.left.push(left);
      flying += 1;
      course.flying.push(flying);
      const reply = await wire.send(request, signal);
      flying -= 1;
      course.took.push(clock.now() - left);
      return reply;
    },
  };
  const budgets = new Budgets(clock).open();
  const limits = new ConcurrencyLimits(concurrency);
  const paced = pacedWire(
    {
      ...{ target: "cloud", clock, random: () => 0.5, listener: undefined },
      budget: (key) => budgets.of(key, limit, limiter),
      semaphore: limits.whole,
      inFlight: (budget) => limits.of(budget),
    },
    counting,
  );
  const signal = new AbortController().signal;
  const session: Session = {
    read: async () => {
      const reply = await paced.send({ method: "GET", url, headers: {} }, signal);
      return reply.outcome === "answered"
        ? { state: "whole", items: [] }
        : { state: "unknown", problem: reply.problem };
    },
    write: async () => ({ meaning: "accepted" }),
    preview: () => ({ method: "GET", url, headers: {} }),
  };
  const limited = withConcurrencyLimit(session, limits);
  const request = { collection: "x", scope: {}, wanted: [] };
  await Promise.all(Array.from({ length: count }, () => limited.read(request, signal)));
  return course;
}
