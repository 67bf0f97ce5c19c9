/**
 * Handles a server that requests a longer pause than a run will wait. During the pause, requests are refused instead of
 * waiting, and their problem says when the pause ends.
 */

import { type Problem, problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";

/** The longest `Retry-After` that is accepted, unless `limits.retryAfterMaxSeconds` is set. */
export const defaultRetryAfterMax: Milliseconds = 900_000;

/** Thrown if a request is not sent because its budget pauses for longer than the request may wait. */
export class LongPause extends Error {}

/** The server that requested the pause, and the end of the pause. */
export interface PauseFacts {
  readonly target: string;
  readonly origin: string;
  /** The remaining time of the pause. */
  readonly leftMs: Milliseconds;
  /** The current time, as ISO 8601. */
  readonly date: string;
  readonly maxMs: Milliseconds;
}

/** Returns the problem of every request that is not sent because of a pause. */
export function pauseProblem({ target, origin, leftMs, date, maxMs }: PauseFacts): Problem {
  const until = new Date(Date.parse(date) + leftMs).toISOString().replace(/\.\d+Z$/, "Z");
  const text = `${target}: ${origin} is throttled (429) and accepts no request before ${until}, in ${span(leftMs)}`;
  const hint =
    `Run the command again after that time. trueup waits for at most ${span(maxMs)} ` +
    "(limits.retryAfterMaxSeconds).";
  return problem("throttled", text, { hint });
}

const units: readonly (readonly [string, Milliseconds])[] = [
  ["days", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
];

/** Returns a duration as text, in the largest unit that gives a value of at least two. */
function span(ms: Milliseconds): string {
  const [unit, each] = units.find(([, size]) => ms >= 2 * size) ?? ["s", 1000];
  return `${Math.round(ms / each)} ${unit}`;
}
