/** The last line of a test run, and when a run fails. */

import { expect, test } from "vitest";
import { closing } from "../scripts/closing-line.ts";

test("a run in which everything passed says so and is no failure", () => {
  expect(closing({ states: ["passed", "passed"], broken: 0 })).toEqual({
    line: "2 passed, 0 failed",
    failed: false,
  });
});

test("a file that cannot be collected counts as a failure", () => {
  expect(closing({ states: ["passed", "failed"], broken: 1 })).toEqual({
    line: "1 passed, 2 failed",
    failed: true,
  });
});

test("a skipped test fails the run, and is counted", () => {
  const run = closing({ states: ["passed", "skipped", "pending"], broken: 0 });
  expect(run).toEqual({ line: "1 passed, 0 failed, 2 skipped", failed: true });
});

test("a test that was skipped for an allowed reason is counted, and is no failure", () => {
  const states = ["passed", "skipped", "skipped"] as const;
  const line = "1 passed, 0 failed, 2 skipped";
  expect(closing({ states, broken: 0, allowed: 2 })).toEqual({ line, failed: false });
  expect(closing({ states, broken: 0, allowed: 1 })).toEqual({ line, failed: true });
  expect(closing({ states: ["passed", "failed"], broken: 0, allowed: 0 }).failed).toBe(true);
});

test("a run of no tests is a failure", () => {
  expect(closing({ states: [], broken: 0 })).toEqual({ line: "0 passed, 0 failed", failed: true });
});
