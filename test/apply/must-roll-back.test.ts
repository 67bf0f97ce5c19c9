/** When a run with rollback on failure is rolled back: after a failure, but not if the result is unknown. */

import { expect, test } from "vitest";
import { mustRollBack } from "../../src/apply/rollback.ts";
import type { ApplyRun } from "../../src/apply/run.ts";
import { problem } from "../../src/model/problem.ts";
import type { ApplyResult, NonConvergent } from "../../src/model/reply.ts";

const failing = (more: Partial<ApplyRun> = {}) =>
  ({ rollbackOnFailure: true, signal: new AbortController().signal, ...more }) as ApplyRun;

function doneWith({
  states = ["applied"],
  likely = [],
  halted,
}: {
  readonly states?: readonly ApplyResult["settled"][number]["outcome"]["state"][];
  readonly likely?: readonly NonConvergent["likely"][];
  readonly halted?: ApplyResult["halted"];
}) {
  const settled = states.map((state, at) => ({
    step: `update cloud/network/n${at}`,
    address: `cloud/network/n${at}`,
    outcome: { state, problem: problem("x", "x"), because: "interrupted" },
  }));
  const nonConvergent = likely.map((each) => ({ address: "cloud/network/n0", path: "/a", likely: each }));
  return { settled, nonConvergent, halted } as unknown as Parameters<typeof mustRollBack>[1];
}

test.each([
  [["applied", "failed"], true],
  [["unknown", "applied"], true],
  [["applied", "converged"], false],
  [["skipped"], false],
  [[], false],
] as const)("steps that ended as %j: taken back %s", (states, expected) => {
  expect(mustRollBack(failing(), doneWith({ states }))).toBe(expected);
});

test.each([
  [["server default"], true],
  [["case", "server default"], true],
  [["case"], false],
  [["order", "number format"], false],
  [["not readable"], false],
  [["not there yet"], false],
] as const)("what is live otherwise for a likely cause of %j: taken back %s", (likely, expected) => {
  expect(mustRollBack(failing(), doneWith({ likely }))).toBe(expected);
});

test("a rollout that was stopped is taken back", () => {
  const halted = { wave: "one" } as unknown as ApplyResult["halted"];
  expect(mustRollBack(failing(), doneWith({ halted }))).toBe(true);
});

test("a run that was not to be taken back, was interrupted, has no journal or broke itself stays", () => {
  const bad = doneWith({ states: ["failed"] });
  const aborted = AbortSignal.abort();
  expect(mustRollBack(failing({ rollbackOnFailure: false }), bad)).toBe(false);
  expect(mustRollBack(failing({ signal: aborted }), bad)).toBe(false);
  expect(mustRollBack(failing({ journalFailed: problem("x", "x") } as never), bad)).toBe(false);
  expect(mustRollBack(failing({ crash: { error: "x" } } as never), bad)).toBe(false);
});
