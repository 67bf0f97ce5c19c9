/** A server that counts requests in virtual time, and a client. No other client uses the budget. */

import type { Limiter as KnownLimiter } from "../../src/model/project.ts";
import type { Clock } from "../../src/model/wire.ts";
import { Budget } from "../../src/pace/budget.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";

/** Returns true if the server admits a request that arrives at this time, in ms. Times never decrease. */
export type Limiter = (at: number) => boolean;

/** Returns a limiter that admits this number of requests in any time window of `windowMs`, counted exactly. */
export function slidingWindow(most: number, windowMs = 1000): Limiter {
  const seen: number[] = [];
  return (at) => {
    while (seen.length > 0 && at - (seen[0] ?? 0) >= windowMs) seen.shift();
    if (seen.length >= most) return false;
    seen.push(at);
    return true;
  };
}

/** Returns a limiter that admits this number of requests in each second that begins at `offset`. */
export function fixedWindow(most: number, offset: number): Limiter {
  let window = Number.NaN;
  let count = 0;
  return (at) => {
    const now = Math.floor((at - offset) / 1000);
    count = now === window ? count + 1 : 1;
    window = now;
    return count <= most;
  };
}

/** Returns a bucket that holds up to `burst` tokens, is full at first, and refills at `rate` tokens per second. */
export function tokenBucket(rate: number, burst: number): Limiter {
  let tokens = burst;
  let filled = 0;
  return (at) => {
    tokens = Math.min(burst, tokens + ((at - filled) * rate) / 1000);
    filled = at;
    if (tokens < 1 - 1e-9) return false;
    tokens -= 1;
    return true;
  };
}

/** How requests are sent, and how long each is in flight. */
export interface Course {
  /** The limit of the client, in requests per second. */
  readonly limit: number;
  readonly limiter: Limiter;
  /** The kind of limiter that the client expects. If absent, the client expects none in particular. */
  readonly known?: KnownLimiter;
  /** The length of a pause after the first half of the requests. */
  readonly idleMs?: number;
  /** The longest additional time of a request's way to the server, which takes at least 10 ms. */
  readonly upMs: number;
  /**
   * If true, each request takes either the shortest or the longest possible time to the server. This is the worst case.
   */
  readonly extreme?: boolean;
  /** The maximum time between the turn of a request and its departure. A slow disk causes this delay. */
  readonly heldMs?: number;
  /** How long the server works on each request. */
  readonly answersMs?: number;
  /** The longest additional time of an answer's way to the client, which takes at least 10 ms. */
  readonly downMs?: number;
  /** The maximum delay of timers. Delayed timers fire at whole milliseconds. If absent, all timers are exact. */
  readonly timersLateMs?: number;
  readonly requests: number;
  readonly seed: number;
}

/** Returns a clock with the timers of a busy machine. */
function withLateTimers(clock: Clock, lateMs: number | undefined, random: () => number): Clock {
  if (lateMs === undefined) return clock;
  return {
    now: () => clock.now(),
    date: () => clock.date(),
    wait: (ms, signal) => clock.wait(Math.max(1, Math.ceil(ms)) + random() * lateMs, signal),
  };
}

/**
 * Sends the requests. Returns the number of refused requests, the share of the limit that all requests used, and the
 * times at which they were sent.
 */
export async function against(
  course: Course,
): Promise<{ readonly refused: number; readonly used: number; readonly starts: readonly number[] }> {
  const { limit, limiter, known, upMs, downMs = 0, heldMs = 0, idleMs = 0, requests } = course;
  const clock = new VirtualClock();
  const random = seeded(course.seed);
  const jitter = course.extreme ? () => Math.round(random()) : random;
  const budget = new Budget({
    requestsPerSecond: limit,
    limiter: known,
    clock: withLateTimers(clock, course.timersLateMs, random),
  });
  const signal = new AbortController().signal;
  const starts: number[] = [];
  let refused = 0;
  const one = async () => {
    const permit = await budget.acquire("write", signal);
    if (heldMs > 0) {
      await clock.wait(random() * heldMs);
      permit.left();
    }
    starts.push(clock.now());
    await clock.wait(10 + jitter() * upMs);
    if (!limiter(clock.now())) refused += 1;
    await clock.wait(10 + (course.answersMs ?? 0) + random() * downMs);
    permit.answered();
    budget.accepted();
  };
  const half = idleMs > 0 ? Math.floor(requests / 2) : 0;
  if (half > 0) await clock.run(Promise.all(Array.from({ length: half }, one)));
  await clock.run(clock.wait(idleMs));
  await clock.run(Promise.all(Array.from({ length: requests - half }, one)));
  const seconds = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1000;
  return { refused, used: (requests - 1) / seconds / limit, starts };
}
