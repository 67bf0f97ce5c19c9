/**
 * Draws every case that decides about a plan, together with the correct answer, and checks the plan, the servers after
 * the apply, and the next plan.
 */

import { expect, test } from "vitest";
import { times } from "../long-forms.ts";
import { decide } from "./decisions/decide.ts";
import { keptDecisions } from "./kept-seeds.ts";

test("what is drawn for each field and each resource is what the plan says, and what the servers hold after it", {
  timeout: 1_800_000,
}, async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= times("decisions"); seed += 1)
    broken.push(...(await decide(seed)).broken.map((line) => `seed ${seed}: ${line}`));
  expect(broken).toEqual([]);
});

test.each(keptDecisions)("seed $seed holds, of which once $was", async ({ seed }) => {
  expect((await decide(seed)).broken).toEqual([]);
});
