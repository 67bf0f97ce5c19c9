/** Random trees of a device, over every interface. A failure names its seed. */

import { describe, expect, test } from "vitest";
import { times } from "../long-forms.ts";
import { judgeChanged, judgeMade, ways } from "./device-trees/judge.ts";

const seeds = Array.from({ length: times("deviceTrees") }, (_, seed) => seed);

describe.each(Object.entries(ways))("over %s", (_, way) => {
  test.each(seeds)("what is declared is made, and the next plan is empty: seed %i", async (seed) => {
    expect(await judgeMade(way, seed)).toEqual([]);
  });

  test.each(seeds)("one thing that changes is one write, and what goes goes alone: seed %i", async (seed) => {
    expect(await judgeChanged(way, seed)).toEqual([]);
  });
});
