/** Freezes, which follow the clock of their time zone. */

import { describe, expect, test } from "vitest";
import type { FreezeWeekly } from "../../../src/model/project.ts";
import { freeze, frozen } from "../../../src/plan/guards/freeze.ts";
import { absent } from "../../properties/compared.ts";
import { tenant } from "../../properties/declared.ts";
import { planOf } from "../../properties/planned.ts";

const once = { from: "2026-12-20T18:00:00+01:00", to: "2027-01-04T06:00:00+01:00", reason: "year end" };

test.each([
  ["2026-12-20T16:59:59Z", false],
  ["2026-12-20T17:00:00Z", true],
  ["2027-01-04T04:59:59.999Z", true],
  ["2027-01-04T05:00:00Z", false],
])("a freeze of its own at %s: %s", (now, expected) => {
  expect(frozen(once, now)).toBe(expected);
});

const weekend: FreezeWeekly = {
  days: ["Fri", "Sat"],
  from: "18:00",
  to: "06:00",
  timeZone: "Europe/Berlin",
  reason: "weekend",
};

describe("a weekly freeze over midnight, Friday and Saturday 18:00 to 06:00 in Berlin", () => {
  // Both dates are Fridays. Berlin is at +01:00 on 2026-11-20, and at +02:00 on 2026-07-03.
  test.each([
    ["2026-11-20T16:59:00Z", false],
    ["2026-11-20T17:00:00Z", true],
    ["2026-11-21T04:59:00Z", true],
    ["2026-11-21T05:00:00Z", false],
    ["2026-11-21T17:00:00Z", true],
    ["2026-11-22T04:59:00Z", true],
    ["2026-11-22T05:00:00Z", false],
    ["2026-11-22T18:00:00Z", false],
    ["2026-11-20T04:00:00Z", false],
    ["2026-07-03T15:59:00Z", false],
    ["2026-07-03T16:00:00Z", true],
  ])("at %s: %s", (now, expected) => {
    expect(frozen(weekend, now)).toBe(expected);
  });
});

test.each([
  ["08:00", "17:00", "2026-11-23T07:59:00Z", false],
  ["08:00", "17:00", "2026-11-23T08:00:00Z", true],
  ["08:00", "17:00", "2026-11-23T17:00:00Z", false],
  ["00:00", "24:00", "2026-11-23T23:59:59Z", true],
  ["00:00", "24:00", "2026-11-24T00:00:00Z", false],
  ["12:00", "12:00", "2026-11-24T11:59:00Z", true],
  ["12:00", "12:00", "2026-11-24T12:00:00Z", false],
  ["00:00", "24:00", "2026-11-22T23:59:00Z", false],
])("Mondays from %s to %s, at %s: %s", (from, to, now, expected) => {
  expect(frozen({ days: ["Mon"], from, to, timeZone: "UTC", reason: "x" }, now)).toBe(expected);
});

test("Sunday night reaches into Monday", () => {
  expect(frozen({ ...weekend, days: ["Sun"], timeZone: "UTC" }, "2026-11-23T05:00:00Z")).toBe(true);
});

describe("a plan in a freeze", () => {
  const plan = planOf({ desired: [tenant("A")], live: { "fabric/tenant/A": absent } });
  const nowIso = "2026-12-24T12:00:00Z";

  test("is refused with the reason, and its consent names the plan", () => {
    expect(freeze(plan, { freezes: [once], nowIso })).toEqual({
      guard: "freeze",
      message: "a freeze is in force: year end (2026-12-20T18:00:00+01:00 to 2027-01-04T06:00:00+01:00)",
      addresses: ["fabric/tenant/A"],
      hint: `If that is intended, add: --allow freeze@${plan.fingerprint}`,
      consent: `freeze@${plan.fingerprint}`,
    });
  });

  test("passes when the freeze is over, is for other targets, or nothing is written", () => {
    expect(freeze(plan, { freezes: [once], nowIso: "2027-02-01T00:00:00Z" })).toBeUndefined();
    expect(freeze(plan, { freezes: [{ ...once, targets: ["cloud"] }], nowIso })).toBeUndefined();
    expect(freeze({ ...plan, steps: [] }, { freezes: [once], nowIso })).toBeUndefined();
    expect(freeze(plan, { freezes: [{ ...once, targets: ["fabric"] }], nowIso })?.guard).toBe("freeze");
  });
});

test("what is due at a frozen target is held without any step; what is only shown, or elsewhere, is not", () => {
  const due = { target: "fmc", verb: "deploy", done: "deployed", isOn: true, names: ["a"] };
  const on = (pending: readonly (typeof due)[], targets?: readonly string[]) =>
    freeze(
      { steps: [], pending, fingerprint: "f1" },
      { freezes: [{ ...once, ...(targets && { targets }) }], nowIso: "2026-12-25T00:00:00Z" },
    );
  expect(on([due])).toMatchObject({
    message: `a freeze is in force: year end (${once.from} to ${once.to})`,
    addresses: [],
  });
  expect(on([due], ["fmc"])).toBeDefined();
  expect(on([due], ["cloud"])).toBeUndefined();
  expect(on([{ ...due, isOn: false }])).toBeUndefined();
  expect(on([{ ...due, names: [] }])).toBeUndefined();
  const none = { freezes: [once], nowIso: "2026-12-25T00:00:00Z" };
  expect(freeze({ steps: [], fingerprint: "f1" }, none)).toBeUndefined();
});

test("a step and a deployment at once are held, and a weekly freeze says its days and hours", () => {
  const { steps, fingerprint } = planOf({ desired: [tenant("A")], live: { "fabric/tenant/A": absent } });
  const due = { target: "fabric", verb: "deploy", done: "deployed", isOn: true, names: ["a"] };
  const held = freeze(
    { steps, fingerprint, pending: [due] },
    { freezes: [weekend], nowIso: "2026-11-20T18:00:00Z" },
  );
  expect(held).toMatchObject({
    message: "a freeze is in force: weekend (Fri, Sat from 18:00 to 06:00, Europe/Berlin)",
    addresses: ["fabric/tenant/A"],
  });
});
