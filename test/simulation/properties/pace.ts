/** P7 and P9: no limiter refuses a request while nobody else writes, and every run ends. */

import { refusedByLimiters } from "../commits.ts";
import type { Evidence } from "../evidence.ts";

/** The longest duration of an apply, in virtual milliseconds. */
export const deadlineMs = 30 * 60_000;

/** Judges P7 by the limiters' own count, with or without faults. A proxy's duplicates are not ours. */
export function budget({ scenario, second }: Evidence): readonly string[] {
  const since = scenario.trouble.oddity ? second.began : 0;
  return refusedByLimiters(second.on.network.world, since).map((one) => `P7: over the limit: ${one}`);
}

/** P9. */
export function termination({ first, second }: Evidence): readonly string[] {
  return [first, second].flatMap(({ began, ended }) =>
    ended - began > deadlineMs ? [`P9: a run took ${ended - began} ms`] : [],
  );
}
