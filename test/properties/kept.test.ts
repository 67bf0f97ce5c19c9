/** What a process keeps saves work and changes nothing: the same plans, byte for byte, the same requests and outcomes. */

import { describe, expect, test } from "vitest";
import { Kept } from "../../src/kept/kept.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import { cases } from "../long-forms.ts";
import { conflictsOf, played } from "../simulation/decisions/play.ts";

/** Of all seeds, as a process has it that has run for long. */
const old = new Kept();

describe("a world, planned, applied and planned again with what is kept", () => {
  test.each(Array.from({ length: cases(100) }, (_, seed) => seed))("seed %d", async (seed) => {
    const without = await lived(seed);
    // What others have left there first, then what it has left itself.
    expect(await lived(seed, old)).toEqual(without);
    expect(await lived(seed, old)).toEqual(without);
  });
});

async function lived(seed: number, kept?: Kept): Promise<readonly string[]> {
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
