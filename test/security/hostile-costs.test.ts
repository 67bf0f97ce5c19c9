/**
 * What hostile answers cost the built command. The cost is counted instead of timed. `npm run bench -- hostile`
 * measures the same answers in seconds.
 */

import { expect, inject, test } from "vitest";
import { planAgainst } from "../../bench/hostile.ts";
import { hostileAnswers } from "../../bench/hostile-servers.ts";
import { spread, times } from "../long-forms.ts";
import { counter, uncached } from "./counted.ts";
import type { Work } from "./work-counter.ts";

const rows = Object.entries(hostileAnswers).map(([name, { says }]) => [name, says] as const);
/**
 * To parse the largest allowed document takes 16 million runs of blocks without a pause, and joins and parses 16 MB. A
 * paginated list takes ten times as much in total.
 */
const most = {
  atAStretch: { blocks: 20e6, parsed: 20e6, joined: 20e6 },
  all: { blocks: 200e6, parsed: 100e6, joined: 100e6 },
} as const;

test.each(spread(rows, times("answers")))(
  "%s holds a plan up at a stretch for no more work than the most that is parsed, in less than 512 MB",
  async (name, says) => {
    const { cost, said } = await planAgainst<Work>(name, inject("command"), counter, uncached);
    expect(said).toContain(says);
    for (const when of ["atAStretch", "all"] as const)
      for (const what of ["blocks", "parsed", "joined"] as const)
        expect(cost[when][what], `${what}, ${when}`).toBeLessThan(most[when][what]);
    expect(cost.peakMegabytes).toBeLessThan(512);
  },
  180_000,
);
