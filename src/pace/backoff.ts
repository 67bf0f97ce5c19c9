/** Backoff: exponential, with jitter, bounded. Pure. */

import type { Milliseconds } from "../model/reply.ts";

/** The bounds of a backoff. */
export interface Backoff {
  readonly firstMs: Milliseconds;
  readonly maxMs: Milliseconds;
}

/**
 * The wait before the next try. `attempt` counts from 1; `random` is in [0, 1). Between half and the whole of
 * `firstMs * 2^(attempt-1)`, at most `longestMs`: never so short that it is a storm.
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): Milliseconds {
  const whole = Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(whole * (0.5 + random / 2));
}
