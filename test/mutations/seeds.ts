/**
 * Runs the first seeds of both simulations, each as a test. Each mutant is first run against the tests of its folder,
 * and then against these tests.
 */

import { expect, test } from "vitest";
import { decide } from "../simulation/decisions/decide.ts";
import { simulate } from "../simulation/simulate.ts";

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

test.each(seeds)("seed %i of decisions holds", async (seed) => {
  expect((await decide(seed)).broken).toEqual([]);
});

test.each(seeds)("seed %i of the faults holds", async (seed) => {
  expect((await simulate(seed)).broken).toEqual([]);
});
