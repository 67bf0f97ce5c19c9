import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import { entriesOf, largestPerSecond, logReport } from "../../src/simulator/log.ts";
import type { LimiterModel } from "../../src/simulator/wire/settings.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { played, request } from "./asked.ts";

const list = request("dashboard", "GET /api/v1/organizations");
const company = builtInCompany();

function statuses(limiter: LimiterModel, times: readonly number[]): readonly number[] {
  const world = createWorld(company, { limiter });
  return played(
    world,
    times.map((at) => [at, list]),
  ).replies.map(({ status }) => status);
}

function admittedAt(world: World): readonly number[] {
  return entriesOf(world.log)
    .filter(({ admitted }) => admitted)
    .map(({ at }) => at);
}

describe("the sliding window", () => {
  test("admits five in any second, and the sixth as soon as the first is a second old", () => {
    const times = [0, 100, 200, 300, 900, 999, 1000, 1001, 1100];
    expect(statuses("slidingWindow", times)).toEqual([200, 200, 200, 200, 200, 429, 200, 429, 200]);
  });

  test("whatever arrives, no second holds more than five admitted, and none is refused without cause", () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
    fc.assert(
      fc.property(arrivals, (gaps) => {
        let now = 0;
        const times = gaps.map((gap) => (now += gap));
        const { world } = played(
          createWorld(company),
          times.map((at) => [at, list]),
        );
        const admitted = admittedAt(world);
        for (const at of times) {
          const second = admitted.filter((each) => each >= at && each < at + 1000);
          expect(second.length).toBeLessThanOrEqual(5);
        }
        for (const { at, status } of entriesOf(world.log)) {
          if (status !== 429) continue;
          expect(admitted.filter((each) => each > at - 1000 && each <= at)).toHaveLength(5);
        }
      }),
    );
  });

  test("a request over the limit is not counted: a client that hammers is let in at the same pace", () => {
    const hammering = Array.from({ length: 400 }, (_, at) => at * 10);
    expect(statuses("slidingWindow", hammering).filter((status) => status === 200)).toHaveLength(20);
  });

  test("is one for each router, where it is set", () => {
    const world = createWorld(company, { restconfRequestsPerSecond: 1 });
    const to = (host: string) =>
      request("restconf", `GET /devices/${host}/restconf/data/Vendor-native:native/hostname`);
    const script = [to("10.20.0.1"), to("10.20.0.2"), to("10.20.0.1")].map((each) => [0, each] as const);
    expect(played(world, script).replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  });
});

describe("other limiters", () => {
  test("a token bucket fills evenly", () => {
    const times = [0, 0, 0, 0, 0, 0, 199, 200, 201, 400];
    expect(statuses("tokenBucket", times)).toEqual([200, 200, 200, 200, 200, 429, 429, 200, 429, 200]);
  });

  test("a fixed window starts anew with each whole second", () => {
    const times = [900, 900, 900, 900, 900, 999, 1000, 1000, 1000, 1000, 1000, 1001];
    const expected = [200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429];
    expect(statuses("fixedWindow", times)).toEqual(expected);
  });
});

describe("the witness", () => {
  test("the largest number in any second is the one that counting each window gives", () => {
    const sorted = fc.array(fc.integer({ min: 0, max: 5000 })).map((times) => times.sort((a, b) => a - b));
    fc.assert(
      fc.property(sorted, (times) => {
        const windows = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
        expect(largestPerSecond(times)).toBe(Math.max(0, ...windows));
      }),
    );
  });

  test("tells admitted requests from all", () => {
    const script = Array.from({ length: 8 }, () => [0, list] as const);
    const report = logReport(played(createWorld(company), script).world.log);
    expect(report).toMatchObject({
      largestPerSecond: { dashboard: { admitted: 5, all: 8 } },
      throttled: 3,
      writes: 0,
    });
  });
});
