/** What hostile answers cost the built command: the benchmark's own rows, `npm run bench -- hostile`. */

import { expect, inject, test } from "vitest";
import { hostileCost } from "../../bench/hostile.ts";
import { hostileAnswers } from "../../bench/hostile-servers.ts";
import { spread, times } from "../long-forms.ts";

const rows = Object.entries(hostileAnswers).map(([name, { says }]) => [name, says] as const);

test.each(spread(rows, times("answers")))(
  "%s holds a plan up for less than a second at a stretch, in less than 512 MB",
  async (name, says) => {
    // A machine that does other work too only adds to it: what holds a plan up does so each time.
    let cost = await hostileCost(name, inject("command"));
    for (let again = 0; again < 2 && cost.longestSeconds >= 1; again++)
      cost = await hostileCost(name, inject("command"));
    const { longestSeconds, peakMegabytes, said } = cost;
    expect(said).toContain(says);
    expect(longestSeconds).toBeLessThan(1);
    expect(peakMegabytes).toBeLessThan(512);
  },
  180_000,
);
