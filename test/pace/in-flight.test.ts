/**
 * The number of requests in flight. It is large enough for the rate at any latency, and not larger than a server can
 * use.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Session } from "../../src/drivers/contract/contract.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import {
  type Concurrency,
  ConcurrencyLimits,
  withConcurrencyLimit,
} from "../../src/pace/concurrency-limit.ts";
import { InFlight } from "../../src/pace/in-flight.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";

const forever = new AbortController().signal;

/**
 * How a server answers. `takes` returns the latency of a request, given the number of other requests in flight and the
 * time.
 */
interface Habits {
  readonly takes: (random: () => number, flying: number, now: number) => number;
  /**
   * The number of requests that the server works on at once. Other requests wait in the order of their arrival. If
   * absent, there is no limit.
   */
  readonly works?: number;
  /**
   * Returns the server's immediate answer while this many requests are in flight. If undefined, the server works on the
   * request.
   */
  readonly refuses?: (flying: number) => WireReply | undefined;
}

interface Course {
  readonly habits: Habits;
  readonly concurrency: Concurrency;
  readonly requests: number;
  readonly seed?: number;
  readonly perSecond?: number;
  readonly organizations?: readonly string[];
}

const answered = (status: number, headers = {}): WireReply => ({
  outcome: "answered",
  status,
  headers,
  text: "",
});

/** Returns a server with these habits. */
function serverOf(
  { takes, works = Number.POSITIVE_INFINITY, refuses }: Habits,
  clock: VirtualClock,
  seed: number,
) {
  const random = seeded(seed);
  const seen = { left: [] as number[], flying: [] as number[], statuses: [] as number[] };
  let flying = 0;
  let working = 0;
  const waiting: (() => void)[] = [];
  const answer = async (): Promise<WireReply> => {
    const refused = refuses?.(flying);
    if (refused) {
      await clock.wait(20);
      return refused;
    }
    if (working >= works) await new Promise<void>((begin) => waiting.push(begin));
    working += 1;
    await clock.wait(takes(random, flying, clock.now()));
    working -= 1;
    waiting.shift()?.();
    return answered(200);
  };
  const wire: Wire = {
    send: async () => {
      flying += 1;
      seen.flying.push(flying);
      seen.left.push(clock.now());
      const reply = await answer();
      flying -= 1;
      seen.statuses.push(reply.outcome === "answered" ? reply.status : 0);
      return reply;
    },
  };
  return { wire, seen };
}

/** Sends reads that are all ready at once. */
async function read({
  habits,
  concurrency,
  requests,
  seed = 1,
  perSecond = 10,
  organizations = [""],
}: Course) {
  const clock = new VirtualClock();
  const budgets = new Budgets(clock).open();
  const { wire: inner, seen } = serverOf(habits, clock, seed);
  const limits = new ConcurrencyLimits(concurrency);
  const wire = pacedWire(
    {
      ...{ target: "cloud", clock, random: seeded(seed + 1), listener: undefined },
      budget: (key) => budgets.of(key, perSecond),
      semaphore: limits.whole,
      inFlight: (budget) => limits.of(budget),
    },
    inner,
  );
  const session: Session = {
    read: async ({ scope: { organization = "" } }, signal) => {
      const reply = await wire.send(
        { method: "GET", url: "https://a.example/x", headers: {}, budget: organization },
        signal,
      );
      if (reply.outcome === "answered") return { state: "whole", items: [] };
      return { state: "unknown", problem: reply.problem };
    },
    write: async () => ({ meaning: "accepted" }),
    preview: () => ({ method: "GET", url: "https://a.example/", headers: {} }),
  };
  const limited = withConcurrencyLimit(session, limits);
  const asked = Array.from({ length: requests }, (_, index) => {
    const organization = organizations[Math.floor((index * organizations.length) / requests)] ?? "";
    return limited.read({ collection: "x", scope: { organization }, wanted: [] }, forever);
  });
  await clock.run(Promise.all(asked));
  const perSecondSeen = ((seen.left.length - 1) * 1000) / ((seen.left.at(-1) ?? 0) - (seen.left[0] ?? 0));
  return {
    ...seen,
    perSecond: perSecondSeen,
    most: Math.max(...seen.flying),
    places: limits.of("").places(),
  };
}

const fromTen = { all: 100, start: 10 };
const seconds = (least: number, most: number) => (random: () => number) =>
  1000 * (least + (most - least) * random());

describe("a server whose replies take their time, however many there are", () => {
  test("is used to 94% of its limit, from 20 ms to 6 s", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom([0.02, 0.05], [0.3, 0.6], [1, 3], [2, 2], [3, 6]),
        fc.nat(),
        async ([least = 0, most = 0], seed) => {
          const course = {
            habits: { takes: seconds(least, most) },
            concurrency: fromTen,
            requests: 1500,
            seed,
          };
          expect((await read(course)).perSecond).toBeGreaterThanOrEqual(0.94 * 10);
        },
      ),
      { numRuns: 5 },
    );
  });

  test("has no more in flight than its product, or its target, allows", async () => {
    for (const concurrency of [
      { all: 12, start: 10 },
      { all: 3, start: 3 },
    ]) {
      const { most, perSecond } = await read({
        habits: { takes: seconds(1, 3) },
        concurrency,
        requests: 200,
      });
      expect(most).toBe(concurrency.all);
      expect(perSecond).toBeGreaterThan((0.9 * concurrency.all) / 2);
    }
  });

  test("and becomes quick has no more places than it began with", async () => {
    const takes = (random: () => number, _: number, now: number) =>
      now < 60_000 ? seconds(1, 3)(random) : 50;
    const { places, perSecond } = await read({ habits: { takes }, concurrency: fromTen, requests: 1500 });
    expect(places).toBe(10);
    expect(perSecond).toBeGreaterThanOrEqual(9.5);
  });

  test("keeps one organization from taking the places of another", async () => {
    const organizations = ["o1", "o2", "o3"];
    const course = {
      habits: { takes: seconds(1, 3) },
      concurrency: { ...fromTen, sharedBy: "organization" },
    };
    const { perSecond } = await read({ ...course, requests: 1800, organizations });
    expect(perSecond).toBeGreaterThanOrEqual(0.92 * 30);
  });
});

describe("a server that is at its end", () => {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

  test.each([
    [1, 200],
    [2, 400],
    [1, 1000],
  ])("with %i at work for %i ms gets few at once, and does as much as it can", async (works, ms) => {
    const habits = { works, takes: () => ms };
    const { flying, perSecond } = await read({ habits, concurrency: fromTen, requests: 500 });
    expect(mean(flying.slice(100))).toBeLessThanOrEqual(2 * works + 1);
    expect(perSecond).toBeGreaterThanOrEqual((0.93 * works * 1000) / ms);
  });

  test("and recovers is used to its limit again", async () => {
    const habits: Habits = { takes: (_, flying, now) => (now < 120_000 ? 300 * flying : 1500) };
    const { perSecond } = await read({ habits, concurrency: fromTen, requests: 4000 });
    expect(perSecond).toBeGreaterThanOrEqual(7.5);
  });

  test("and says so with 503 sees fewer at once, and nothing is lost by it", async () => {
    const busy = answered(503, { "retry-after": "1" });
    const habits: Habits = {
      takes: () => 2500,
      refuses: (flying) => (flying > 12 ? busy : undefined),
    };
    const { statuses, perSecond } = await read({ habits, concurrency: fromTen, requests: 600 });
    expect(statuses.filter((status) => status === 503).length).toBeLessThan(30);
    expect(perSecond).toBeGreaterThan(2.5);
  });

  test("and refuses with 429 what is more than it works on sees few such", async () => {
    const habits: Habits = {
      takes: () => 2000,
      refuses: (flying) => (flying > 8 ? answered(429, { "retry-after": "1" }) : undefined),
    };
    const { statuses, perSecond } = await read({ habits, concurrency: fromTen, requests: 600 });
    expect(statuses.filter((status) => status === 429).length).toBeLessThan(40);
    expect(perSecond).toBeGreaterThan(2);
  });
});

describe("the places of a limit", () => {
  const well = (inFlight: InFlight, count: number, took: number) => {
    for (let n = 0; n < count; n++)
      inFlight.answered(inFlight.left(0), { now: took, fared: "well", ratePerSecond: 10 });
  };

  test("begin with as many as its product says, or fewer where the target allows fewer", () => {
    expect(new InFlight({ start: 10, most: 100 }).places()).toBe(10);
    expect(new InFlight({ start: 10, most: 4 }).places()).toBe(4);
  });

  test("are what rate and latency need, half of that more, and one", () => {
    const inFlight = new InFlight({ start: 20, most: 100 });
    well(inFlight, 20, 2000);
    expect(inFlight.places()).toBe(31);
  });

  test("are doubled at most at a time", () => {
    const inFlight = new InFlight({ start: 4, most: 100 });
    well(inFlight, 10, 2000);
    expect(inFlight.places()).toBe(8);
  });

  test("are cut once for all that left together", () => {
    const inFlight = new InFlight({ start: 16, most: 100 });
    const flights = Array.from({ length: 16 }, () => inFlight.left(0)).reverse();
    for (const flight of flights)
      inFlight.answered(flight, { now: 500, fared: "overloaded", ratePerSecond: 10 });
    expect(inFlight.places()).toBe(8);
  });

  test("are at least one, whatever happens", () => {
    const inFlight = new InFlight({ start: 4, most: 100 });
    for (let n = 0; n < 10; n++)
      inFlight.answered(inFlight.left(0), { now: 500, fared: "overloaded", ratePerSecond: 10 });
    expect(inFlight.places()).toBe(1);
  });
});
