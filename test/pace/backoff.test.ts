/** How waits grow from one attempt to the next. Only one place in the sources decides this. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs, doubledMs } from "../../src/pace/backoff.ts";

const bounds = { firstMs: 500, maxMs: 8000 };

test("each wait is twice the one before, up to the longest", () => {
  expect([1, 2, 3, 4, 5, 6].map((attempt) => doubledMs(bounds, attempt))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000,
  ]);
});

test("jitter takes up to half of it away", () => {
  expect(backoffMs(bounds, 3, 0)).toBe(1000);
  expect(backoffMs(bounds, 3, 0.5)).toBe(1500);
  expect(backoffMs(bounds, 3, 0.999_999)).toBe(2000);
});

test("it is a whole number between half and the whole, whatever is tried however often", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const first = fc.integer({ min: 1, max: 60_000 });
  fc.assert(
    fc.property(
      first,
      fc.nat(600_000),
      fc.integer({ min: 1, max: 1e9 }),
      random,
      (firstMs, more, attempt, at) => {
        const own = { firstMs, maxMs: firstMs + more };
        const whole = doubledMs(own, attempt);
        const wait = backoffMs(own, attempt, at);
        expect(whole).toBeGreaterThanOrEqual(firstMs);
        expect(whole).toBeLessThanOrEqual(own.maxMs);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(whole / 2));
        expect(wait).toBeLessThanOrEqual(whole);
      },
    ),
  );
});
