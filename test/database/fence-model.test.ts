/**
 * Workers that are stopped, killed and cut off in virtual time. Every write must be sent once, by the owner of its
 * shard.
 */

import { expect, test } from "vitest";
import { times } from "../long-forms.ts";
import { type ModelRun, runModel, sleepingClocks } from "./model.ts";

const seeds = Array.from({ length: times("workerFates") }, (_, at) => at + 1);

test.each(seeds)(
  "seed %i: what is asked is carried out once, and nothing leaves without its intent",
  async (seed) => {
    const { broken, lost } = await runModel({ seed });
    expect(broken).toEqual([]);
    // If no write was lost, no fault has occurred, and the model proves nothing.
    expect(lost).toBeGreaterThan(0);
  },
);

test.each<NonNullable<ModelRun["mistake"]>>([sleepingClocks, "what may have left is asked again"])(
  "the model finds a mistake: %s",
  async (mistake) => {
    for (let seed = 1; seed <= 40; seed += 1)
      if ((await runModel({ seed, mistake })).broken.length > 0) return;
    expect.unreachable("40 runs have not shown it");
  },
);
