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

test("a run of no tests is a failure", () => {
  expect(closing({ states: [], broken: 0 })).toEqual({ line: "0 passed, 0 failed", failed: true });
});
