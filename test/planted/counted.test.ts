/** How bugs in code that makes decisions are drawn, counted and shown. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type Counted,
  countTable,
  countText,
  isEnough,
  lastCount,
  noticedWithin,
} from "../../scripts/planted/count.ts";
import { drawn } from "../../scripts/planted/deciding.ts";
import { decidingBugs } from "./deciding/bugs.ts";

const counted: readonly Counted[] = [
  { name: "a", folder: "src/plan", set: "open", asked: 2000, by: "decisions", seed: 300 },
  { name: "b", folder: "src/plan", set: "hidden", asked: 2000, by: "faults", seed: 301 },
  {
    name: "c",
    folder: "src/diff",
    set: "open",
    asked: 2000,
    by: "tests",
    test: "test/diff/diff.test.ts > c",
  },
  { name: "d", folder: "src/diff", set: "open", asked: 2000, by: "nobody" },
  { name: "e", folder: "src/pace", set: "open", asked: 2000, by: "no seed" },
];

test("the table of planted bugs counts each once in its folder, in its set and in all", () => {
  expect(countTable(counted).split("\n").slice(2)).toEqual([
    "| `src/diff` | 2 | 0 | 1 | 1 | 0 |",
    "| `src/pace` | 1 | 0 | 0 | 0 | 1 |",
    "| `src/plan` | 2 | 2 | 0 | 0 | 0 |",
    "| open | 4 | 1 | 1 | 1 | 1 |",
    "| hidden | 1 | 1 | 0 | 0 | 0 |",
    "| all | 5 | 2 | 1 | 1 | 1 |",
  ]);
});

test("only bugs that a simulation noticed within so many seeds are drawn from", () => {
  expect([...noticedWithin(counted, 300)]).toEqual(["a"]);
});

test("a commit draws the same bugs each time, and another commit others", () => {
  const all = Array.from({ length: 100 }, (_, at) => ({ name: `bug ${at}` }));
  const first = drawn(all, 10, "1a2b");
  expect(first).toHaveLength(10);
  expect(drawn([...all].reverse(), 10, "1a2b")).toEqual(first);
  expect(drawn(all, 10, "3c4d")).not.toEqual(first);
});

test("of ten the simulation must notice eight, of all nobody else may miss one, and what is named must be noticed", () => {
  const [seen, , byTests, byNobody, byNoSeed] = counted;
  if (!seen || !byTests || !byNobody || !byNoSeed) throw new Error("There are five.");
  const ten = (...others: readonly Counted[]) => [
    ...Array.from({ length: 10 - others.length }, () => seen),
    ...others,
  ];
  expect(isEnough(ten(byNoSeed, byNoSeed), "simulation")).toBe(true);
  expect(isEnough(ten(byNoSeed, byNoSeed, byNoSeed), "simulation")).toBe(false);
  expect(isEnough(ten(byTests, byTests), "all")).toBe(true);
  expect(isEnough(ten(byTests, byTests, byTests), "all")).toBe(false);
  expect(isEnough(ten(byNobody), "all")).toBe(false);
  expect(isEnough([byTests], "each")).toBe(true);
  expect(isEnough([seen, byNoSeed], "each")).toBe(false);
  expect(isEnough([], "simulation")).toBe(false);
});

test("RELIABILITY.md shows the last count, of bugs that are there", async () => {
  const count = await lastCount();
  expect(readFileSync("RELIABILITY.md", "utf8")).toContain(countText(count));
  const names = new Set(decidingBugs.map(({ name }) => name));
  expect(count.filter(({ name, set }) => set === "open" && !names.has(name))).toEqual([]);
  expect(noticedWithin(count, 300).size).toBeGreaterThan(0);
});
