/** Backoff: waits that double, bounded; with jitter where many may wait for the same. Pure. */

import type { Milliseconds } from "../model/reply.ts";

/** The bounds of a backoff. */
export interface Backoff {
  readonly firstMs: Milliseconds;
  readonly maxMs: Milliseconds;
}

/** `firstMs * 2^(attempt-1)`, at most `maxMs`; `attempt` counts from 1. For what no other run waits for. */
export function doubledMs({ firstMs, maxMs }: Backoff, attempt: number): Milliseconds {
  return Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
}

/**
 * The wait before the next try: between half and the whole of `doubledMs`, never so short that it is a storm.
 * `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): Milliseconds {
  return Math.round(doubledMs(backoff, attempt) * (0.5 + random / 2));
}
