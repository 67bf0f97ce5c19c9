/**
 * Small inputs that are designed to take long. Each read ends soon, with little memory, and with a problem instead of a
 * crash.
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
    // On an idle machine, the limit is five seconds. It is longer here, because the machine also runs other tests.
    expect(seconds).toBeLessThan(5 * 3);
    expect(megabytes).toBeLessThan(500);
  },
);
