import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "../../src/pace/budget.ts";
import { admit, freshLimiter } from "../../src/simulator/limiter.ts";
import { largestPerSecond } from "../../src/simulator/log.ts";
import type { LimiterModel } from "../../src/simulator/wire/settings.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";

const forever = new AbortController().signal;

interface Server {
  readonly limit: number;
  readonly model: LimiterModel;
  readonly jitterMs: number;
  readonly seed: number;
  readonly requests: number;
}

/** Sends this number of requests through one budget to a server that counts them. Returns the server's counts. */
async function against({ limit, model, jitterMs, seed, requests }: Server) {
  const clock = new VirtualClock();
  const random = seeded(seed);
  const budget = new Budget({ requestsPerSecond: limit, clock });
  let state = freshLimiter(limit, 0);
  let refused = 0;
  const arrivals: number[] = [];
  const one = async () => {
    const permit = await budget.acquire("read", forever);
    await clock.wait(10 + random() * jitterMs);
    const { admitted, state: next } = admit(state, clock.now(), { model, ratePerSecond: limit });
    state = next;
    arrivals.push(clock.now());
    if (!admitted) refused += 1;
    await clock.wait(10);
    permit.answered();
  };
  await clock.run(Promise.all(Array.from({ length: requests }, one)));
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
  return {
    refused,
    most: largestPerSecond(arrivals.sort((a, b) => a - b)),
    used: (requests - 1) / seconds / limit,
  };
}

describe("a budget that one client uses alone", () => {
  test("is never exceeded in any second, under any limiter, with up to 45 ms of jitter on the way", async () => {
    const servers = fc.record({
      limit: fc.constantFrom(1, 2, 5, 10, 30),
      model: fc.constantFrom<LimiterModel>("slidingWindow", "tokenBucket", "fixedWindow"),
      jitterMs: fc.integer({ min: 0, max: 45 }),
      seed: fc.nat(),
      requests: fc.constant(60),
    });
    await fc.assert(
      fc.asyncProperty(servers, async (server) => {
        const { refused, most } = await against(server);
        expect(refused).toBe(0);
        expect(most).toBeLessThanOrEqual(server.limit);
      }),
      { numRuns: 60 },
    );
  });

  test("is used to at least 95% over 300 requests while the way is even", async () => {
    for (const limit of [5, 10, 50]) {
      const { used, refused } = await against({
        limit,
        model: "slidingWindow",
        jitterMs: 5,
        seed: 7,
        requests: 300,
      });
      expect(used).toBeGreaterThanOrEqual(0.95);
      expect(used).toBeLessThanOrEqual(1);
      expect(refused).toBe(0);
    }
  });

  test("survives one request that stalls for 400 ms on its way", async () => {
    const clock = new VirtualClock();
    const budget = new Budget({ requestsPerSecond: 5, clock });
    const arrivals: number[] = [];
    const one = async (index: number) => {
      const permit = await budget.acquire("read", forever);
      await clock.wait(index === 0 ? 400 : 5);
      arrivals.push(clock.now());
      await clock.wait(5);
      permit.answered();
    };
    await clock.run(Promise.all(Array.from({ length: 30 }, (_, index) => one(index))));
    expect(largestPerSecond(arrivals.sort((a, b) => a - b))).toBeLessThanOrEqual(5);
  });
});

describe("a budget after a 429", () => {
  const starts = async (act: (budget: Budget) => void, count: number) => {
    const clock = new VirtualClock();
    const budget = new Budget({ requestsPerSecond: 10, clock });
    const at: number[] = [];
    act(budget);
    const one = async () => {
      (await budget.acquire("read", forever)).answered();
      at.push(clock.now());
    };
    await clock.run(Promise.all(Array.from({ length: count }, one)));
    return at;
  };

  test("pauses as a whole, for as long as it was told", async () => {
    const at = await starts((budget) => budget.throttled(7000), 3);
    expect(at[0]).toBe(7000);
  });

  test("goes on more slowly, one cut a second at most, and climbs back with every answer", () => {
    const budget = new Budget({ requestsPerSecond: 10, clock: new VirtualClock() });
    expect(budget.rate()).toBeCloseTo(9.85);
    budget.throttled(0);
    budget.throttled(0);
    expect(budget.rate()).toBeCloseTo(9.85 * 0.9);
    for (let n = 0; n < 300; n++) budget.accepted();
    expect(budget.rate()).toBeCloseTo(9.85);
  });
});

describe("those who wait for a turn", () => {
  test("are served writes first, else in the order of asking", async () => {
    const clock = new VirtualClock();
    const budget = new Budget({ requestsPerSecond: 10, clock });
    const order: string[] = [];
    const take = async (what: "write" | "read", name: string) => {
      await budget.acquire(what, forever);
      order.push(name);
    };
    await clock.run(
      Promise.all([
        take("read", "r1"),
        take("read", "r2"),
        take("write", "w1"),
        take("read", "r3"),
        take("write", "w2"),
      ]),
    );
    expect(order).toEqual(["r1", "w1", "w2", "r2", "r3"]);
  });

  test("leave the line when they are interrupted, and nobody loses a turn by it", async () => {
    const clock = new VirtualClock();
    const budget = new Budget({ requestsPerSecond: 1, clock });
    const controller = new AbortController();
    const first = budget.acquire("read", forever);
    const gone = budget.acquire("read", controller.signal);
    const last = budget.acquire("read", forever);
    void first.then((permit) => permit.answered());
    controller.abort(new Error("interrupted"));
    await expect(gone).rejects.toThrow("interrupted");
    await clock.run(Promise.all([first, last]));
    expect(clock.now()).toBeLessThan(1100);
    await expect(budget.acquire("read", controller.signal)).rejects.toThrow("interrupted");
  });
});

test("a later 429 that asks for a shorter pause does not shorten the one that was asked for", async () => {
  const clock = new VirtualClock();
  const budget = new Budget({ requestsPerSecond: 5, clock });
  const begun = clock.now();
  budget.throttled(60_000);
  budget.throttled(1000);
  await clock.run(budget.acquire("write", forever));
  expect(clock.now() - begun).toBeGreaterThanOrEqual(60_000);
});

describe("a budget that a second client knows less of", () => {
  test.each([
    ["a smaller bucket", 4, { is: "tokenBucket", burst: 2 }],
    ["a lower rate", 0.5, { is: "tokenBucket", burst: 20 }],
    ["not how the server counts", 4, undefined],
  ] as const)(
    "%s: from then on nothing leaves that only the first one thought was left",
    async (_, rate, limiter) => {
      const clock = new VirtualClock();
      const known = { requestsPerSecond: 4, limiter: { is: "tokenBucket", burst: 20 } } as const;
      const budget = new Budget({ ...known, clock });
      await clock.run(budget.acquire("read", forever));
      budget.hold([known, { requestsPerSecond: rate, limiter }]);
      await clock.run(budget.acquire("read", forever));
      // If the bucket has saved enough tokens, the second request may use them already.
      expect(clock.now()).toBeGreaterThanOrEqual(
        limiter?.burst === 20 ? 1000 / rate - 9500 / rate : 1000 / rate,
      );
    },
  );
});
