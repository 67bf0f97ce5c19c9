/** The last line of a test run, and the conditions under which a run fails. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closing } from "../scripts/closing-line.ts";
import { leftToLongForm, longForms, onlyLong, partlyLong, spread } from "./long-forms.ts";

test("a run in which everything passed says so and is no failure", () => {
  expect(closing({ states: ["passed", "passed"], broken: 0 })).toEqual({
    line: "2 passed, 0 failed",
    failed: false,
  });
});

test("a file that cannot be collected counts as a failure", () => {
  expect(closing({ states: ["passed", "failed"], broken: 1 })).toEqual({
    line: "1 passed, 2 failed",
    failed: true,
  });
});

test("a skipped test fails the run, and is counted", () => {
  const run = closing({ states: ["passed", "skipped", "pending"], broken: 0 });
  expect(run).toEqual({ line: "1 passed, 0 failed, 2 skipped", failed: true });
});

test("a test that was skipped for an allowed reason is counted, and is no failure", () => {
  const states = ["passed", "skipped", "skipped"] as const;
  const line = "1 passed, 0 failed, 2 skipped";
  expect(closing({ states, broken: 0, allowed: 2 })).toEqual({ line, failed: false });
  expect(closing({ states, broken: 0, allowed: 1 })).toEqual({ line, failed: true });
  expect(closing({ states: ["passed", "failed"], broken: 0, allowed: 0 }).failed).toBe(true);
});

test("a run of no tests is a failure", () => {
  expect(closing({ states: [], broken: 0 })).toEqual({ line: "0 passed, 0 failed", failed: true });
});

test("what the short form leaves out is said of the tests that ran, and of no others", () => {
  expect(leftToLongForm(["test/cli/apply/race.test.ts", "test/load/load.test.ts"])).toBe(
    "Left to `npm run test:long`, which .ci/run runs in half and the weekly run whole: 39 of 40 races of two applies, " +
      "all 1 files of remotes that take connections and say nothing, " +
      "all 12 files of applies one after another, each as a process.",
  );
  expect(leftToLongForm(["test/load/load.test.ts"])).toBeUndefined();
});

test("every long form is longer, and all its tests read it from the table", () => {
  const root = new URL("../", import.meta.url);
  for (const [name, { files, short, long }] of Object.entries(longForms)) {
    expect(long, name).toBeGreaterThan(short);
    expect(short, name).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(new URL(file, root), "utf8"), file).toMatch(/long-forms\.ts|\/npm\.ts/);
  }
});

test("what is left whole to the long form is there, and that is said; all lies are", () => {
  const root = new URL("../", import.meta.url);
  const [lies, ...others] = onlyLong;
  for (const { files } of others)
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
  const folder = readdirSync(new URL("simulation/", import.meta.url));
  const found = folder.filter((name) => name.endsWith("-can-fail.test.ts"));
  expect(lies?.files.toSorted()).toEqual(found.map((name) => `test/simulation/${name}`).sort());
  expect(leftToLongForm(["test/simulation/decisions.test.ts"])).toContain(
    `all ${found.length} files of lies that the simulation has to notice`,
  );
});

test("files that run in part say where the rest begins, and are all in the list", () => {
  const folder = new URL("./", import.meta.url);
  const parted = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => /\bif \(isLong\)|\bfewer\(/.test(readFileSync(new URL(name, folder), "utf8")))
    .map((name) => `test/${name}`)
    .filter((name) => name !== "test/closing-line.test.ts");
  expect(parted.sort()).toEqual(partlyLong.toSorted());
  expect(leftToLongForm(["test/serve/healing.test.ts"])).toContain("tests of 1 files that run in part");
});

test("a part of all is spread evenly, with both ends", () => {
  const all = Array.from({ length: 10 }, (_, at) => at);
  expect(spread(all, 1)).toEqual([0]);
  expect(spread(all, 4)).toEqual([0, 3, 6, 9]);
  expect(spread(all, 10)).toEqual(all);
  expect(spread(all, 99)).toEqual(all);
});
