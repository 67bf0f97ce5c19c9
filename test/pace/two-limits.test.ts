/**
 * Requests that need two limits. While a request waits for one limit, it takes nothing from the guaranteed rate of the
 * other limit.
 */

import { expect, test } from "vitest";
import { Budget } from "../../src/pace/budget.ts";
import { permitsFor } from "../../src/pace/permits.ts";
import { admit, freshLimiter } from "../../src/simulator/limiter.ts";
import { largestPerSecond } from "../../src/simulator/log.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

test("what had its turn of one limit long ago, and all waited for the other, leaves at the pace of both", async () => {
  const clock = new VirtualClock();
  const own = new Budget({ requestsPerSecond: 2, clock });
  const whole = new Budget({ requestsPerSecond: 100, clock });
  const on = {
    request: { method: "GET" as const },
    signal: new AbortController().signal,
    clock,
    retryAfterMaxMs: 60_000,
  };
  whole.throttled(10_000);
  const left: number[] = [];
  const one = async () => {
    const permits = await permitsFor([own, whole], on);
    left.push(clock.now());
    await clock.wait(20);
    for (const permit of permits ?? []) permit.answered();
  };
  await clock.run(Promise.all(Array.from({ length: 8 }, one)));
  expect(left[0]).toBeGreaterThanOrEqual(10_000);
  expect(largestPerSecond(left)).toBe(2);
  expect((left.at(-1) ?? 0) - (left[0] ?? 0)).toBeLessThan(4000);
});

test("what many have saved up of their own buckets never overflows one, however long they wait for a shared limit", async () => {
  const clock = new VirtualClock();
  const whole = new Budget({ requestsPerSecond: 100, clock });
  const { signal } = new AbortController();
  const by = { model: "tokenBucket", ratePerSecond: 10 } as const;
  let refused = 0;
  const lanes = Array.from({ length: 20 }, () => {
    const own = new Budget({ requestsPerSecond: 10, limiter: { is: "tokenBucket", burst: 10 }, clock });
    let state = freshLimiter(by.ratePerSecond, 0);
    return async () => {
      const on = { request: { method: "GET" }, signal, clock, retryAfterMaxMs: 60_000 } as const;
      const permits = await permitsFor([own, whole], on);
      const judged = admit(state, clock.now(), by);
      state = judged.state;
      if (!judged.admitted) refused += 1;
      await clock.wait(20);
      for (const permit of permits ?? []) permit.answered();
    };
  });
  // At first, all 20 lanes share the common limit, and each gets half of its own limit. Later only three lanes are
  // left, so the common limit is no longer scarce.
  const all = lanes.flatMap((one, at) => Array.from({ length: at < 3 ? 90 : 20 }, one));
  await clock.run(Promise.all(all));
  expect(refused).toBe(0);
  // If 610 requests take less than 11 s, no limit was left unused because of another one.
  expect(clock.now()).toBeLessThan(11_000);
});
