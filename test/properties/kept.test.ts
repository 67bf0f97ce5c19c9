/** Results that a process caches save work and change nothing: plans, requests and outcomes are equal byte for byte. */

import { describe, expect, test } from "vitest";
import { KeptResults } from "../../src/kept/kept.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import { cases } from "../long-forms.ts";
import { conflictsOf, played } from "../simulation/decisions/play.ts";

/** Cached results that all seeds share, as in a process that has run for a long time. */
const old = new KeptResults();

describe("a world, planned, applied and planned again with what is kept", () => {
  test.each(Array.from({ length: cases(100) }, (_, seed) => seed))("seed %d", async (seed) => {
    const without = await lived(seed);
    // The first pass uses results of other seeds, and the second pass results of this seed.
    expect(await lived(seed, old)).toEqual(without);
    expect(await lived(seed, old)).toEqual(without);
  });
});

async function lived(seed: number, kept?: KeptResults): Promise<readonly string[]> {
  kept?.begin();
  const play = await played(seed, {}, { setting: () => ({ kept }) });
  const { on, made } = play;
  const result = await on.apply(made, conflictsOf(play));
  kept?.begin();
  const next = await on.plan(made.request);
  const requests = entriesOf(on.network.world.log).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
  return [made.plan, result, next.plan].map((one) => JSON.stringify(one)).concat(requests);
}
