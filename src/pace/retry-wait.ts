/** How long to wait before a request that fared badly is sent again. Waits for nothing itself. */

import type { Milliseconds } from "../model/reply.ts";
import { retryAfter } from "../model/retry-after.ts";
import type { Clock, Random, WireReply, WireRequest } from "../model/wire.ts";
import { type Backoff, backoffMs } from "./backoff.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";

const throttleBackoff: Backoff = { firstMs: 1000, maxMs: 60_000 };
const readBackoff: Backoff = { firstMs: 500, maxMs: 8000 };
const readTries = 3;
const throttleTries = 10;
/** Besides the longest pause that the server asked for. */
const throttleDeadline: Milliseconds = 600_000;

/** How one request has fared so far. */
export interface RetryState {
  /** The longest `Retry-After` that it was given. */
  longest: Milliseconds;
  /** The sum of the pauses after its 429s; what it waited for its turn besides is no refusal. */
  paused: Milliseconds;
  throttled: number;
  tries: number;
}

/** What is asked of whom. */
interface Asking {
  readonly request: Pick<WireRequest, "method">;
  readonly clock: Clock;
  readonly random: Random;
  readonly retryAfterMaxMs: Milliseconds;
  /** Of the origin. */
  readonly breaker: CircuitBreaker;
  /** Of the budget: open when nothing but 429 came for long. */
  readonly throttleBreaker: CircuitBreaker;
}

/** How long to wait before the same request is sent again; undefined: the reply is final here. */
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
    // The server's word or our own backoff, never their sum; its word alone the first time.
    const ms = asked === undefined ? own : retry.throttled === 1 ? asked : Math.max(asked, own);
    retry.paused += ms;
    return { reason: "throttled" as const, ms };
  }
  const failed = reply.outcome === "lost" ? !reply.final : reply.status >= 500;
  if (!failed || on.request.method !== "GET") return undefined;
  retry.tries += 1;
  if (retry.tries >= readTries || on.breaker.isOpen(on.clock.now())) return undefined;
  return { reason: "unavailable" as const, ms: backoffMs(readBackoff, retry.tries, on.random()) };
}
