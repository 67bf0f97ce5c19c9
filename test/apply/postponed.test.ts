/** What the retry of a refused step waits for: its device, that device's dependencies, or the whole target. */

import { expect, test } from "vitest";
import { apartByDevice } from "../../src/apply/postponed.ts";
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
