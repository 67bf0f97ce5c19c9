/** Patterns that only JavaScript can match. If a match takes longer than its deadline, it is given up. */

import { expect, test } from "vitest";
import { boundedPattern } from "../../src/runtime/bounded-pattern.ts";

const slow = "^(?=a)(a+)+$";
const long = `${"a".repeat(60)}!`;

test("look-around and back-references match as ever", () => {
  const password = boundedPattern("^(?=.*[A-Z])(?=.*\\d).{4,}$");
  expect(["aB3d", "ab3d", "aB", "ABC4"].map((text) => password.test(text))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([...(boundedPattern("(?<n>a|b)-\\k<n>").exec("a-b-b") ?? [])]).toEqual(["b-b", "b"]);
  expect(boundedPattern("^(?!no)A$", { flags: "i" }).test("a")).toBe(true);
});

test("what would never end is no match, or one where that is the safe side; and then no more texts are tried", () => {
  const [none, one] = [boundedPattern(slow), boundedPattern(slow, { unsure: true })];
  const begun = performance.now();
  expect([none.test("aa"), none.test(long), one.test(long)]).toEqual([true, false, true]);
  expect(one.exec(long)).toMatchObject({ 0: long, index: 0 });
  expect([none.test("aa"), one.test("b")]).toEqual([false, true]);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test("all together they hold a process up for a second: then none is tried", () => {
  const begun = performance.now();
  const all = Array.from({ length: 500 }, (_, at) => boundedPattern(`${slow}|${at}`).test(long));
  expect(all.every((each) => !each)).toBe(true);
  // To wait for each of 500 deadlines would take 50 seconds.
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(boundedPattern("^(?=a)a$").test("a")).toBe(false);
});
