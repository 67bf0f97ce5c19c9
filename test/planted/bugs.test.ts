/**
 * Each planted bug names texts of the sources and tests, which must still exist. If a change of the sources removes
 * one, a test here fails.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyFormat, simulation, suites } from "./bug.ts";
import { bugs } from "./bugs.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test.each(bugs)("there is a place to plant: $name", ({ edits }) => {
  for (const { file, find, put } of edits) {
    expect(read(file).split(find).length - 1, `${file}: ${find}`).toBe(1);
    expect(put).not.toBe(find);
  }
});

test.each(bugs)("the test that is asked first is there: $name", ({ first: { file, test: name = "" } }) => {
  expect(read(file)).toContain(name);
});

test("no unit test is asked: who notices a bug speaks to the whole engine", () => {
  const asked = bugs
    .map(({ first }) => first.file)
    .filter((file) => file !== simulation && file !== everyFormat);
  for (const file of asked)
    expect(
      suites.some((suite) => file.startsWith(`test/${suite}/`)),
      file,
    ).toBe(true);
});

test("RELIABILITY.md says how many there are", () => {
  expect(read("RELIABILITY.md")).toContain(`Of ${bugs.length} bugs, ${bugs.length} are noticed`);
});

test("there are at least 20 bugs, each with a name of its own", () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
  expect(bugs.length).toBeGreaterThanOrEqual(20);
});
