/** Determines how long to wait before a failed request is retried. Does not wait itself. */

import type { Milliseconds } from "../model/reply.ts";
import { retryAfter } from "../model/retry-after.ts";
import { type Clock, isRead, type Random, type WireReply, type WireRequest } from "../model/wire.ts";
import { type Backoff, backoffMs } from "./backoff.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";

const throttleBackoff: Backoff = { firstMs: 1000, maxMs: 60_000 };
const readBackoff: Backoff = { firstMs: 500, maxMs: 8000 };
const readTries = 3;
const throttleTries = 10;
/** The maximum duration of throttling, on top of the longest pause that the server has requested. */
const throttleDeadline: Milliseconds = 600_000;

/** The history of one request. */
export interface RetryState {
  /** The longest `Retry-After` that was received. */
  longest: Milliseconds;
  /** The sum of the pauses after the request's 429s, without the time spent waiting for its turn. */
  paused: Milliseconds;
  throttled: number;
  tries: number;
}

interface Asking {
  readonly request: Pick<WireRequest, "method" | "isQuery">;
  readonly clock: Clock;
  readonly random: Random;
  readonly retryAfterMaxMs: Milliseconds;
  /** The circuit breaker of the origin. */
  readonly breaker: CircuitBreaker;
  /** The circuit breaker of the budget, which is open if there has been nothing but 429s for long. */
  readonly throttleBreaker: CircuitBreaker;
}

/** Returns how long to wait before a retry; undefined if there is no retry and the reply is final. */
export function waitBefore(on: Asking, retry: RetryState, reply: WireReply) {
  if (reply.outcome === "blocked") return undefined;
  if (reply.outcome === "answered" && reply.status === 429) {
    retry.throttled += 1;
    const asked = retryAfter(reply.headers);
    const isTooLong = asked !== undefined && asked > on.retryAfterMaxMs;
    const late = retry.paused > throttleDeadline + retry.longest || on.throttleBreaker.isOpen(on.clock.now());
    if (!isTooLong && (retry.throttled > throttleTries || late)) return undefined;
    retry.longest = Math.max(retry.longest, asked ?? 0);
    const own = Math.min(backoffMs(throttleBackoff, retry.throttled, on.random()), on.retryAfterMaxMs);
    // The wait is the pause that the server requested, or trueup's own backoff, but never their sum. After the first
    // 429, only the requested pause counts.
    const ms = asked === undefined ? own : retry.throttled === 1 ? asked : Math.max(asked, own);
    retry.paused += ms;
    return { reason: "throttled" as const, ms };
  }
  const failed = reply.outcome === "lost" ? !reply.final : reply.status >= 500;
  if (!failed || !isRead(on.request)) return undefined;
  retry.tries += 1;
  if (retry.tries >= readTries || on.breaker.isOpen(on.clock.now())) return undefined;
  return { reason: "unavailable" as const, ms: backoffMs(readBackoff, retry.tries, on.random()) };
}
