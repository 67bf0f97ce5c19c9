/** The promises of the pacer, as properties. No request is refused, and nearly the whole rate is used. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget } from "../../src/pace/budget.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { against, fixedWindow, type Limiter, slidingWindow, tokenBucket } from "./server.ts";

const limits = fc.constantFrom(1, 2, 5, 10, 30);
const ways = { upMs: fc.integer({ min: 0, max: 50 }), extreme: fc.boolean(), seed: fc.nat() };
const runs = { numRuns: 40 };

interface Way {
  readonly upMs: number;
  readonly extreme: boolean;
  readonly seed: number;
}

async function keeps(limit: number, limiter: Limiter, way: Way, least = 0.95) {
  const { refused, used } = await against({ limit, limiter, requests: 300, ...way });
  expect(refused).toBe(0);
  expect(used).toBeGreaterThanOrEqual(least);
  expect(used).toBeLessThan(1.01);
}

test("a server that counts any second refuses nothing and sees 95% of its limit, with up to 50 ms of jitter", async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.record(ways), (limit, way) => keeps(limit, slidingWindow(limit), way)),
    runs,
  );
});

test("a server that counts by its own clock's seconds refuses nothing, wherever they begin", async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.record(ways), fc.nat({ max: 999 }), (limit, way, offset) =>
      keeps(limit, fixedWindow(limit, offset), way),
    ),
    runs,
  );
});

test("a token bucket refuses nothing where its burst covers the jitter, up to twice the limit", async () => {
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.record(ways),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (limit, way, more) => {
        // At a rate of R, requests can be up to J seconds late. Then R * J more requests can arrive together than the
        // bucket has refilled.
        const least = 1 + (limit * way.upMs) / 1000;
        return keeps(limit, tokenBucket(limit, least + more * Math.max(0, 2 * limit - least)), way);
      },
    ),
    runs,
  );
});

test("a token bucket that holds one token only refuses nothing on an even way", async () => {
  for (const limit of [1, 5, 30])
    await keeps(limit, tokenBucket(limit, 1), { upMs: 0, extreme: false, seed: 1 });
});

test("a bucket that is known to be one refuses nothing, and is used to 97% with up to 50 ms of jitter", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(5, 10, 50, 100),
      fc.record(ways),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      fc.constantFrom(undefined, 15),
      async (limit, way, bursts, timersLateMs) => {
        // The bucket has room for late requests and for one more. With a smaller bucket, no client could use the whole
        // rate.
        const burst = Math.max(limit * bursts, 3 + limit * 0.05);
        const known = { is: "tokenBucket" as const, burst };
        const course = {
          limit,
          limiter: tokenBucket(limit, burst),
          known,
          requests: Math.max(400, 6 * limit),
        };
        const { refused, used } = await against({ ...course, ...way, ...(timersLateMs && { timersLateMs }) });
        expect(refused).toBe(0);
        expect(used).toBeGreaterThanOrEqual(0.97);
      },
    ),
    { numRuns: 8 },
  );
});

test("a bucket lets half of it go at once after an idle time, and refuses nothing of it", async () => {
  const known = { is: "tokenBucket" as const, burst: 20 };
  const course = { limit: 10, known, upMs: 50, extreme: true, requests: 60, idleMs: 10_000 };
  for (const seed of [1, 2, 3]) {
    const { refused, starts } = await against({ ...course, limiter: tokenBucket(10, 20), seed });
    expect(refused).toBe(0);
    expect(starts.filter((at) => at === starts[0]).length).toBe(10);
    expect(starts.filter((at) => at === starts[30]).length).toBe(10);
  }
});

test("a window of a minute that is known to be one is used to 96%, wherever it begins, with no more in any", async () => {
  for (const is of ["slidingWindow", "fixedWindow"] as const)
    for (const seed of [1, 2]) {
      const known = { is, seconds: 60 };
      const course = { limit: 2, limiter: slidingWindow(120, 60_000), known, requests: 600, seed };
      const { refused, used } = await against({ ...course, upMs: 50, extreme: true });
      expect(refused).toBe(0);
      expect(used).toBeGreaterThanOrEqual(0.96);
    }
});

test("what two targets know of one limit is what both know", async () => {
  const clock = new VirtualClock();
  const signal = new AbortController().signal;
  const budgets = new Budgets(clock);
  const [one, other] = [budgets.open(), budgets.open()];
  const bucket = { is: "tokenBucket", burst: 40 } as const;
  const atOnce = async (budget: Budget) => {
    const starts: number[] = [];
    const one = async () => {
      await budget.acquire("read", signal);
      starts.push(clock.now());
    };
    await clock.run(Promise.all(Array.from({ length: 30 }, one)));
    return starts.filter((at) => at === starts[0]).length;
  };
  one.of("a", 10, bucket);
  expect(await atOnce(other.of("a", 10, { is: "tokenBucket", burst: 20 }))).toBe(10);
  one.of("b", 10, bucket);
  expect(await atOnce(other.of("b", 10))).toBe(1);
});

test("a refusal empties a bucket: others are on it", async () => {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond: 10, limiter: { is: "tokenBucket", burst: 20 }, clock });
  const signal = new AbortController().signal;
  await clock.run(clock.wait(10_000));
  budget.throttled(0);
  const starts: number[] = [];
  const one = async () => {
    await budget.acquire("read", signal);
    starts.push(clock.now());
  };
  await clock.run(Promise.all([one(), one(), one()]));
  expect(new Set(starts).size).toBe(3);
});

test("what has left in the last second is told with each request, for the log", async () => {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond: 4, clock });
  const signal = new AbortController().signal;
  const counts: number[] = [];
  const one = async () => {
    (await budget.acquire("read", signal)).answered();
    counts.push(budget.leaves());
  };
  await clock.run(Promise.all(Array.from({ length: 8 }, one)));
  expect(counts).toEqual([1, 2, 3, 4, 4, 4, 4, 4]);
});

test("requests that leave up to 400 ms after their turn are too many for nobody, and hardly too few", async () => {
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.record(ways),
      fc.integer({ min: 1, max: 400 }),
      async (limit, way, heldMs) => {
        const course = { limit, limiter: slidingWindow(limit), requests: 300, heldMs, ...way };
        const { refused, used } = await against(course);
        expect(refused).toBe(0);
        expect(used).toBeGreaterThanOrEqual(0.5);
      },
    ),
    runs,
  );
});

test("a limit that is no whole number is exceeded as little, and used as far as its window allows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0.5, 1.5, 2.7, 4.5, 8.1), fc.record(ways), async (limit, way) => {
      const places = Math.max(1, Math.floor(limit));
      const windowMs = (places * 1000) / limit;
      const limiter = slidingWindow(places, windowMs);
      const { refused, used } = await against({ limit, limiter, requests: 300, ...way });
      expect(refused).toBe(0);
      expect(used).toBeGreaterThanOrEqual(Math.min(0.96, 1 / (1 + 55 / windowMs)));
    }),
    runs,
  );
});

test("a share of a server's limit leaves room, and is used to 94% itself", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(ways), (way) => keeps(0.9 * 5, slidingWindow(5), way, 0.94)),
    runs,
  );
});

test("answers that take their time, some more and some less, make no difference", async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.integer({ min: 0, max: 300 }), fc.nat(), async (limit, downMs, seed) => {
      const way = { upMs: 20, downMs, requests: 300, seed };
      const { refused, used } = await against({ limit, limiter: slidingWindow(limit), ...way });
      expect(refused).toBe(0);
      expect(used).toBeGreaterThanOrEqual(0.94);
    }),
    runs,
  );
});

test("an answer that takes longer than a second leaves nothing unfeared: it may be late all the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2, 5, 10),
      fc.constantFrom(1100, 2400),
      fc.nat(),
      async (limit, answersMs, seed) => {
        const way = { upMs: 50, extreme: true, answersMs, requests: 200, seed };
        const { refused, used } = await against({ limit, limiter: slidingWindow(limit), ...way });
        expect(refused).toBe(0);
        expect(used).toBeGreaterThanOrEqual(0.85);
      },
    ),
    { numRuns: 15 },
  );
});

test("what timers come too late is made up for, and no second sees more than the limit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(5, 10, 50, 100, 1000),
      fc.integer({ min: 0, max: 15 }),
      fc.nat(),
      async (limit, timersLateMs, seed) => {
        const limiter = slidingWindow(limit);
        const requests = Math.max(30 * Math.min(limit, 100), 2 * limit);
        const { refused, used } = await against({ limit, limiter, upMs: 0, timersLateMs, requests, seed });
        expect(refused).toBe(0);
        expect(used).toBeGreaterThanOrEqual(0.975);
      },
    ),
    { numRuns: 15 },
  );
});

test("late timers and up to 50 ms of jitter together leave 95% of any second, for half a minute", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(5, 10, 50, 100),
      fc.integer({ min: 0, max: 15 }),
      fc.nat(),
      async (limit, timersLateMs, seed) => {
        const course = { limit, limiter: slidingWindow(limit), requests: 30 * limit, seed };
        const { refused, used } = await against({ ...course, upMs: 50, timersLateMs });
        expect(refused).toBe(0);
        expect(used).toBeGreaterThanOrEqual(0.95);
      },
    ),
    { numRuns: 12 },
  );
});

test("nobody makes up for a time in which nobody waited", async () => {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond: 10, clock });
  const signal = new AbortController().signal;
  (await clock.run(budget.acquire("read", signal))).answered();
  await clock.run(clock.wait(60_000));
  const starts: number[] = [];
  const one = async () => {
    (await budget.acquire("read", signal)).answered();
    starts.push(clock.now());
  };
  await clock.run(Promise.all([one(), one(), one()]));
  const [first = 0, second = 0, third = 0] = starts;
  expect([second - first, third - second].map(Math.round)).toEqual([102, 102]);
});
