/**
 * The texts of bugs in code that makes decisions must still exist. If a change of the sources removes one, a test here
 * fails.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decidingBugs } from "./deciding/bugs.ts";
import { hiddenBugs } from "./deciding/hidden/bugs.ts";

test.each(decidingBugs)("there is one place to plant: $name", ({ file, find, put }) => {
  const source = readFileSync(file, "utf8");
  expect(source.split(find).length - 1, file).toBe(1);
  expect(put).not.toBe(find);
});

test("no two bugs have one name", () => {
  const names = decidingBugs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("no file has more than three bugs", () => {
  const files = Map.groupBy(decidingBugs, ({ file }) => file);
  expect([...files].filter(([, { length }]) => length > 3).map(([file]) => file)).toEqual([]);
});

test.each(hiddenBugs)(
  "there is one place for each edit: $name",
  ({ file = "", find = "", put = "", edits }) => {
    for (const one of edits ?? [{ file, find, put }]) {
      const source = readFileSync(one.file ?? file, "utf8");
      expect(source.split(one.find).length - 1, one.file).toBe(1);
      expect(one.put).not.toBe(one.find);
    }
  },
);

test("no bug that was hidden is one of the others", () => {
  const open = new Set(decidingBugs.map(({ name }) => name));
  expect(hiddenBugs.filter(({ name }) => open.has(name))).toEqual([]);
  expect(new Set(hiddenBugs.map(({ name }) => name)).size).toBe(hiddenBugs.length);
});
