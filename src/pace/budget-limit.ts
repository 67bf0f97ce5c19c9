/** One rate limit, and the limiter that several targets agree on. */

import type { Limiter } from "../model/project.ts";

/** One rate limit. */
export interface BudgetLimit {
  /** The rate that the server allows. Must be over 0; may be below 1. */
  readonly requestsPerSecond: number;
  /**
   * How the server counts requests. Absent: this is unknown, so every period of one second must comply with the limit.
   */
  readonly limiter?: Limiter | undefined;
}

/** Returns the limiter on which all targets agree. Undefined: a target's limiter is unknown, or the limiters differ. */
export function knownByAll(all: readonly (Limiter | undefined)[]): Limiter | undefined {
  return all.reduce(knownByBoth);
}

function knownByBoth(one: Limiter | undefined, other: Limiter | undefined): Limiter | undefined {
  if (one?.is === "tokenBucket" && other?.is === "tokenBucket") return one.burst < other.burst ? one : other;
  return one && other && JSON.stringify(one) === JSON.stringify(other) ? one : undefined;
}
