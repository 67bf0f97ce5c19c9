/**
 * Rate limiting in the styles of three kinds of servers. Pure: the functions are given the time, and return the next
 * state.
 */

import type { LimiterModel } from "./wire/settings.ts";

const windowMs = 1000;

/** The state of a limiter. */
export interface LimiterState {
  /** When each request of the last second was admitted, oldest first. */
  readonly admittedAt: readonly number[];
  /** How many tokens were left in the bucket at the time of the last admission. */
  readonly tokens: number;
  /** The time of the last admission. */
  readonly tokensAt: number;
}

/** The decision whether a request is admitted. A refused request does not count. */
export interface Admission {
  readonly admitted: boolean;
  readonly state: LimiterState;
}

/** Returns the limiter's state before the first request: a full bucket. */
export function freshLimiter(ratePerSecond: number, now: number): LimiterState {
  return { admittedAt: [], tokens: ratePerSecond, tokensAt: now };
}

/** Decides about one request. With `slidingWindow`, at most the rate is admitted in any second `[t, t + 1000 ms)`. */
export function admit(
  state: LimiterState,
  now: number,
  by: { readonly model: LimiterModel; readonly ratePerSecond: number },
): Admission {
  const { model, ratePerSecond } = by;
  if (model === "tokenBucket") return fromBucket(state, now, ratePerSecond);
  const begun = Math.floor(now / windowMs) * windowMs;
  const within = state.admittedAt.filter((at) =>
    model === "fixedWindow" ? at >= begun : at > now - windowMs,
  );
  const admitted = within.length < ratePerSecond;
  return { admitted, state: { ...state, admittedAt: admitted ? [...within, now] : within } };
}

function fromBucket(state: LimiterState, now: number, ratePerSecond: number): Admission {
  const refill = ((now - state.tokensAt) * ratePerSecond) / windowMs;
  const tokens = Math.min(ratePerSecond, state.tokens + refill);
  const admitted = tokens >= 1;
  return { admitted, state: { ...state, tokens: admitted ? tokens - 1 : tokens, tokensAt: now } };
}
