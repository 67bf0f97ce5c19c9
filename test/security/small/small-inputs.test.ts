/** Small inputs that mean to take long: each ends soon and in little memory, as a problem and not as a crash. */

import { expect, test } from "vitest";
import { spread, times } from "../../long-forms.ts";
import { costOf, isSmall } from "./process-cost.ts";
import { smallInputs } from "./small-inputs.ts";

test.each(spread(Object.entries(smallInputs), times("smallInputs")))(
  "a small input ends soon: %s",
  { timeout: 120_000 },
  async (_, files) => {
    expect(isSmall(files)).toBe(true);
    const { status, err, seconds, megabytes } = await costOf(files);
    expect(err).not.toMatch(/unexpectedly|RangeError|at file:/);
    expect(status, err).toBeOneOf([0, 1]);
    // Five seconds where nothing else is done: a machine that is busy with other tests takes longer for the same.
    expect(seconds).toBeLessThan(5 * 3);
    expect(megabytes).toBeLessThan(500);
  },
);
