/**
 * The notifications about an apply and about drift. They contain counts and names from the project file, and are valid
 * according to the published schema.
 */

import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { problem } from "../../src/model/problem.ts";
import type { ApplyResult, Outcome } from "../../src/model/reply.ts";
import { applyNotification, driftNotification } from "../../src/notify/notification.ts";
import { creation, planWith, updating } from "../report/plans.ts";

const schema = JSON.parse(readFileSync(new URL("../../schemas/notification.json", import.meta.url), "utf8"));
const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
const isValid = ajv.compile(schema);
const at = "2026-01-01T00:00:05.000Z";
const run = "https://github.example/acme/net/actions/runs/7";

const changes = [
  creation("cloud/network/berlin", {}),
  creation("cloud/network/paris", {}),
  updating("fabric/tenant/a", [{}]),
];

function resultOf(outcomes: readonly Outcome[], more: Partial<ApplyResult> = {}): ApplyResult {
  const settled = outcomes.map((outcome, index) => {
    const address: Address = changes[index]?.address ?? "cloud/network/x";
    return { step: `create ${address}`, address, outcome };
  });
  const none = { nonConvergent: [], unverified: [], ids: new Map(), requests: new Map() };
  return { settled, ...none, interrupted: false, ...more };
}

const applied: Outcome = { state: "applied" };
const failed: Outcome = { state: "failed", problem: problem("refused", "\u001b[2J no") };

test("an apply that did everything is told with its counts, its targets and where it ran", () => {
  const plan = planWith(changes, { origin: { tool: "1", prune: false, commit: "c0ffee" } });
  const result = resultOf([applied, { state: "converged" }, applied]);
  const told = applyNotification({ plan, result, status: 0, at, run });
  expect(told).toMatchObject({
    event: "apply",
    status: 0,
    targets: ["cloud", "fabric"],
    commit: "c0ffee",
    run,
    fingerprint: plan.fingerprint,
    counts: { done: 3, failed: 0 },
    summary: `trueup \`${plan.environment}\`, apply: 3 changes done (\`cloud\`, \`fabric\`): <${run}>`,
  });
  expect(isValid(told), JSON.stringify(isValid.errors)).toBe(true);
});

test("an apply that did not is a failure, and says in numbers what became of its steps", () => {
  const skipped: Outcome = { state: "skipped", because: "create cloud/network/berlin" };
  const rolledBack = { ...resultOf([applied]), left: [] };
  const result = resultOf([failed, skipped, applied], { rolledBack });
  const told = applyNotification({ plan: planWith(changes), result, status: 1, at });
  expect(told).toMatchObject({ event: "failure", counts: { done: 1, failed: 1, notTried: 1, takenBack: 1 } });
  expect(told?.summary).toContain("apply: 1 change done, 1 failed, 1 not tried, 1 rolled back");
  expect(isValid(told), JSON.stringify(isValid.errors)).toBe(true);
});

test("no text of a live system is told, not even in what failed", () => {
  const told = applyNotification({ plan: planWith(changes), result: resultOf([failed]), status: 1, at });
  expect(JSON.stringify(told)).not.toMatch(/\\u001b| no"/);
});

test("what could not be read is a failure, though nothing was sent", () => {
  const unknown = [{ address: "cloud/network/berlin" as const, problem: problem("timeout", "late") }];
  const told = applyNotification({ plan: planWith([], { unknown }), status: 1, at });
  expect(told).toMatchObject({ event: "failure", counts: { done: 0, unknown: 1 }, targets: ["cloud"] });
});

test("nothing to do is told to nobody, and so is a comparison without drift", () => {
  expect(applyNotification({ plan: planWith([]), status: 0, at })).toBeUndefined();
  const pending = planWith([updating("cloud/network/berlin", [{ cause: "pending" }])], { threeWay: true });
  expect(driftNotification(pending, { at })).toBeUndefined();
});

test("drift is told with what is pending beside it", () => {
  const plan = planWith(
    [
      updating("cloud/network/berlin", [{ cause: "drift" }]),
      updating("cloud/network/paris", [{ cause: "conflict" }]),
      updating("fabric/tenant/a", [{ cause: "pending" }]),
    ],
    { threeWay: true },
  );
  const told = driftNotification(plan, { at });
  expect(told).toMatchObject({
    event: "drift",
    targets: ["cloud"],
    counts: { drifted: 1, conflicts: 1, pending: 1, unexpected: 0, unknown: 0 },
  });
  expect(told?.summary).toContain("drift: 1 resource drifted, 1 in conflict, 1 pending in Git (`cloud`)");
  expect(isValid(told), JSON.stringify(isValid.errors)).toBe(true);
});
