/**
 * Small inputs that are designed to take long: each read ends soon and with little memory, and with a problem instead
 * of a crash.
 */

import { expect, test } from "vitest";
import { spread, times } from "../../long-forms.ts";
import { costOf, isSmall } from "./process-cost.ts";
import { smallDefinitions, smallDescriptions } from "./small-definitions.ts";
import { derive, type Files, smallInputs } from "./small-inputs.ts";

const validated = Object.entries({ ...smallInputs, ...smallDefinitions });
const all: readonly (readonly [string, Files, readonly string[]])[] = [
  ...validated.map(([name, files]) => [name, files, ["validate"]] as const),
  ...Object.entries(smallDescriptions).map(([name, files]) => [name, files, derive] as const),
];

test.each(spread(all, times("smallInputs")))(
  "a small input ends soon: %s",
  { timeout: 120_000 },
  async (_, files, command) => {
    expect(isSmall(files)).toBe(true);
    const { status, err, seconds, megabytes } = await costOf(files, { command });
    expect(err).not.toMatch(/unexpectedly|RangeError|at file:/);
    expect(status, err).toBeOneOf([0, 1]);
    // The limit is five seconds on an idle machine, and more here, because a machine that runs other tests needs longer
    // for the same work.
    expect(seconds).toBeLessThan(5 * 3);
    expect(megabytes).toBeLessThan(500);
  },
);
