/** P7 and P9: no limiter refuses a request unless somebody else sends some too, and every run ends. */

import { refusedByLimiters } from "../commits.ts";
import type { Evidence } from "../evidence.ts";

/** How long a run may take at most, in virtual milliseconds. */
export const deadlineMs = 30 * 60_000;

/**
 * Checks P7 by what the limiters have counted, even if something goes wrong. Requests that a proxy sends twice do not
 * count.
 */
export function budget({ scenario, second }: Evidence): readonly string[] {
  const since = scenario.trouble.oddity ? second.began : 0;
  return refusedByLimiters(second.on.network.world, since).map((one) => `P7: over the limit: ${one}`);
}

/** Checks P9. */
export function termination({ first, second }: Evidence): readonly string[] {
  return [first, second].flatMap(({ began, ended }) =>
    ended - began > deadlineMs ? [`P9: a run took ${ended - began} ms`] : [],
  );
}
