import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const seeds = 2000;
const minutes = 60_000;

test(`whatever goes wrong, the properties hold: ${seeds} seeds`, { timeout: 5 * minutes }, async () => {
  const broken: string[] = [];
  let crashed = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const told = await simulate(seed);
    if (told.crashed) crashed += 1;
    broken.push(...told.broken.map((line) => `seed ${seed}: ${line}`));
  }
  expect(broken).toEqual([]);
  expect(crashed).toBeGreaterThan(seeds / 10);
});

test("a seed replays to the same bytes (P10)", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const first = await simulate(seed);
    const again = await simulate(seed);
    expect(again.trace, `seed ${seed}`).toBe(first.trace);
    expect(first.trace).toContain(" GET ");
  }
});
