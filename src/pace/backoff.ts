/** Exponential backoff with an upper bound. If several clients may wait for the same server, jitter is added. Pure. */

import type { Milliseconds } from "../model/reply.ts";

/** The bounds of a backoff. */
export interface Backoff {
  readonly firstMs: Milliseconds;
  readonly maxMs: Milliseconds;
}

/**
 * The upper bound of a wait: `firstMs * 2^(attempt-1)`, at most `maxMs`; `attempt` counts from 1. Used without jitter
 * for waits that no other run shares.
 */
export function doubledMs({ firstMs, maxMs }: Backoff, attempt: number): Milliseconds {
  return Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
}

/**
 * The wait before the next attempt: random between half of `doubledMs` and all of it, so never short enough for a retry
 * storm. `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): Milliseconds {
  return Math.round(doubledMs(backoff, attempt) * (0.5 + random / 2));
}
