import { expect } from "vitest";
import { simulate } from "./simulate.ts";

/** Simulates consecutive seeds. No property may fail, and the seeds must contain enough trouble to be meaningful. */
export async function seedsHold({ from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  const broken: string[] = [];
  const counts = { killed: 0, foreign: 0 };
  for (let seed = from; seed <= to; seed += 1) {
    const told = await simulate(seed);
    if (told.killed) counts.killed += 1;
    if (told.foreign) counts.foreign += 1;
    broken.push(...told.broken.map((line) => `seed ${seed}: ${line}`));
  }
  const seeds = to - from + 1;
  expect(broken).toEqual([]);
  expect(counts.killed).toBeGreaterThan(seeds / 5);
  expect(counts.foreign).toBeGreaterThan(seeds / 20);
}
