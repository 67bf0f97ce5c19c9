/** What the retry of a refused step waits for: its device, that device's dependencies, or the whole target. */

import { expect, test } from "vitest";
import { apartByDevice, openAmong } from "../../src/apply/postponed.ts";
import type { ApplyRun } from "../../src/apply/run.ts";
import type { Step } from "../../src/model/plan/step.ts";

const step = (id: string, exclusive: string | undefined, after: readonly string[] = []) => ({
  step: {
    id,
    after,
    exclusive,
    target: "edge",
    address: `edge/k/${id}`,
    kind: "k",
    operation: "update",
  } as unknown as Step,
});
const groups = (...own: readonly ReturnType<typeof step>[]) =>
  apartByDevice(own)
    .map((group) => group.map((one) => one.step.id).join(" "))
    .sort();

test.each([
  ["each device for itself", [step("a1", "a"), step("b1", "b"), step("a2", "a")], ["a1 a2", "b1"]],
  ["all where there are no devices", [step("a1", undefined), step("a2", undefined)], ["a1 a2"]],
  [
    "devices together where a step of one comes after one of another, in their order",
    [step("b1", "b"), step("a1", "a"), step("c1", "c"), step("b2", "b", ["a1"])],
    ["b1 a1 b2", "c1"],
  ],
  [
    "over several of them",
    [step("a1", "a"), step("b1", "b", ["a1"]), step("c1", "c", ["b1"]), step("d1", "d", ["gone"])],
    ["a1 b1 c1", "d1"],
  ],
  ["nothing", [], []],
])("waits for %s", (_, own, expected) => {
  expect(groups(...own)).toEqual(expected);
});

test.each<[string, readonly string[], number, readonly string[]]>([
  ["exactly one later write to its device", ["edge/k/first", "edge/k/makes"], 1, ["waits"]],
  ["several later writes to its device", ["edge/k/makes", "edge/k/first"], 0, ["waits"]],
  ["no write since it left", ["edge/k/first", "edge/k/makes"], 2, []],
  ["only a later write to another device", ["edge/k/first", "edge/k/other"], 1, []],
])("a refused step is retried once: after %s", (_, written, leftAfter, again) => {
  const steps = [step("first", "a"), step("makes", "a"), step("waits", "a"), step("other", "b")];
  const run = {
    plan: { steps: steps.map((each) => each.step) },
    written: new Map(written.map((address) => [address, {}])),
    postponed: new Map([["waits", { leftAfter }]]),
    waitsForPostponed: new Set(),
    signal: new AbortController().signal,
    journalFailed: false,
  } as unknown as ApplyRun;
  const refused = { step: "waits", address: "edge/k/waits", outcome: { state: "failed" } } as never;
  expect(openAmong(run, [refused]).again.map(({ id }) => id)).toEqual(again);
});
