/** Exponential backoff with an upper bound. Jitter is added if several clients may wait for the same server. Pure. */

import type { Milliseconds } from "../model/reply.ts";

/** The bounds of a backoff. */
export interface Backoff {
  readonly firstMs: Milliseconds;
  readonly maxMs: Milliseconds;
}

/**
 * Returns the upper bound of a wait: `firstMs * 2^(attempt-1)`, at most `maxMs`. `attempt` counts from 1. A wait that
 * no other run shares uses this bound without jitter.
 */
export function doubledMs({ firstMs, maxMs }: Backoff, attempt: number): Milliseconds {
  return Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
}

/**
 * Returns the wait before the next attempt: random between half of `doubledMs` and all of it, so never short enough for
 * a retry storm. `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): Milliseconds {
  return Math.round(doubledMs(backoff, attempt) * (0.5 + random / 2));
}
