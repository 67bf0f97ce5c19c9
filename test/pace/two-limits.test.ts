/** A request that uses two limits: waiting for one takes nothing from the other's guaranteed rate. */

import { expect, test } from "vitest";
import { Budget } from "../../src/pace/budget.ts";
import { permitsFor } from "../../src/pace/permits.ts";
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
