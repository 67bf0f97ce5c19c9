/**
 * When targets are observed: at staggered times, less often while a target is down, and sooner if the project says so.
 */

import { expect, test } from "vitest";
import { Phases, Schedule } from "../../src/serve/loop/schedule.ts";

const minute = 60_000;
const names = ["a", "b", "c", "d"];

function looked(everyMs: number) {
  const schedule = new Schedule(new Phases());
  schedule.hold(new Set(names), { now: 0, everyMs });
  for (const name of names) schedule.looked(name, { now: 0, everyMs, isFailing: false });
  return schedule;
}

test("after the first look each target has a place of its own in the interval", () => {
  const schedule = looked(15 * minute);
  const due = names.map((name) => schedule.dueAt(name) ?? Number.NaN).sort((a, b) => a - b);
  expect(new Set(due).size).toBe(names.length);
  expect(due[0]).toBeGreaterThan(0);
  expect(due.at(-1)).toBeLessThanOrEqual(15 * minute);
});

test("a project that asks to be looked at more often is, within the new interval; one that asks less often keeps its turn", () => {
  const schedule = looked(15 * minute);
  const before = names.map((name) => schedule.dueAt(name));
  schedule.hold(new Set(names), { now: 1000, everyMs: 60 * minute });
  expect(names.map((name) => schedule.dueAt(name))).toEqual(before);
  schedule.hold(new Set(names), { now: 1000, everyMs: 10_000 });
  for (const name of names) expect(schedule.dueAt(name)).toBeLessThanOrEqual(11_000);
});

test("a target that is seen again is waited for as shortly as at first, once it is down anew", () => {
  const schedule = looked(minute);
  for (const isFailing of [true, true, true, false, true])
    schedule.looked("a", { now: 0, everyMs: minute, isFailing });
  expect(schedule.dueAt("a")).toBe(minute);
});

test("a target that is down keeps its longer wait, and is forgotten once it is no longer declared", () => {
  const schedule = looked(minute);
  for (let n = 0; n < 3; n += 1) schedule.looked("a", { now: 0, everyMs: minute, isFailing: true });
  const due = schedule.dueAt("a") ?? 0;
  expect(due).toBeGreaterThan(2 * minute);
  schedule.hold(new Set(names), { now: 0, everyMs: minute });
  expect(schedule.dueAt("a")).toBe(due);
  schedule.hold(new Set(["b"]), { now: 0, everyMs: minute });
  expect(schedule.dueAt("a")).toBeUndefined();
});
