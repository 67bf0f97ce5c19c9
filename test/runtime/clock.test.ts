/** The real clock, tested without waiting for it. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../src/runtime/clock.ts";
import { digest } from "../../src/runtime/digest.ts";
import { random } from "../../src/runtime/random.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

test("a wait that is aborted rejects with the reason, at once", async () => {
  const run = new AbortController();
  const wait = clock.wait(1_000_000, run.signal);
  run.abort(new Error("stopped by the user"));
  await expect(wait).rejects.toThrow("stopped by the user");
});

test("a wait after the abort does not begin", async () => {
  await expect(clock.wait(1_000_000, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
});

test("a wait of nothing, or less, ends", async () => {
  vi.useRealTimers();
  await clock.wait(0);
  await clock.wait(-5);
});

test("time only goes on, and the date is ISO 8601 in UTC", () => {
  const before = clock.now();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  vi.setSystemTime(new Date("2030-01-02T03:04:05.678Z"));
  expect(clock.date()).toBe("2030-01-02T03:04:05.678Z");
});

test("random numbers lie in [0, 1) and differ", () => {
  const numbers = Array.from({ length: 100 }, random);
  expect(numbers.every((n) => n >= 0 && n < 1)).toBe(true);
  expect(new Set(numbers).size).toBeGreaterThan(90);
});

test("the digest is SHA-256 of the UTF-8 text", () => {
  expect(digest("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(digest("Zürich")).toBe("4251685e06cab635578c72b1f5f221e9840a05ac4d8f2404be4177aa87f9907d");
});
