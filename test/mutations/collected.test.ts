/**
 * Tests that are run against mutants. They behave as they do under vitest, with cases and hooks, and stop at the first
 * failure.
 */

import { expect, test } from "vitest";
import * as asked from "../../scripts/mutations/collected.ts";

asked.describe("a suite", () => {
  asked.beforeAll(() => said.push("before all"));
  asked.afterAll(() => said.push("after all"));
  asked.afterEach(() => said.push("after"));
  asked.test.each([
    [1, 2],
    [2, 4],
  ])("%i doubled", (half: unknown, whole: unknown) => {
    asked.onTestFinished(() => said.push("finished"));
    said.push(`${half} ${whole}`);
  });
  asked.test.each([[], 3])("%j as it is", (one: unknown) => said.push(JSON.stringify(one)));
  asked.test.for([[1, 2]])("a pair", (pair: unknown) => said.push(JSON.stringify(pair)));
  asked.test("fails", { timeout: 1 }, async () => {
    throw new Error("as it must");
  });
  asked.test("is not reached", () => said.push("too far"));
});
asked.describe("after that", () => {
  asked.test("alone", () => said.push("alone"));
});

const said: string[] = [];

/** Runs the tests whose names match. Returns their output and the names of those that failed. */
async function running(name: RegExp): Promise<readonly string[]> {
  said.length = 0;
  const failed: string[] = [];
  await asked.runTests(
    asked.collected.filter(({ id }) => name.test(id)),
    () => {},
    ({ id }, error) => {
      if (error) failed.push(`${id}: ${error}`);
      return error ? "enough" : "go on";
    },
  );
  return [...said, ...failed];
}

test("cases are spread where all are lists, and a suite is entered and left once", async () => {
  expect(await running(/doubled|alone/)).toEqual([
    ...["before all", "1 2", "after", "finished", "2 4", "after", "finished"],
    ...["after all", "alone"],
  ]);
  expect(await running(/as it is|pair/)).toEqual([
    ...["before all", "[]", "after", "3", "after", "[1,2]", "after", "after all"],
  ]);
});

test("the first failure ends it, and what was opened is closed", async () => {
  expect(await running(/fails|reached/)).toEqual([
    ...["before all", "after", "after all"],
    "a suite > fails: Error: as it must",
  ]);
});
