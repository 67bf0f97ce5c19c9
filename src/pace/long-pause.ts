/** What becomes of a target whose server wants a longer pause than a run waits: it ends, and says until when. */

import { type Problem, problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";

/** The longest `Retry-After` that is waited for unless `limits.retryAfterMaxSeconds` says another. */
export const defaultRetryAfterMax: Milliseconds = 900_000;

/** A request was not sent: its budget pauses for longer than it may wait. */
export class LongPause extends Error {}

/** Who pauses, and until when. */
export interface PauseFacts {
  readonly target: string;
  readonly origin: string;
  /** How long from now. */
  readonly leftMs: Milliseconds;
  /** The wall clock now, ISO 8601. */
  readonly date: string;
  readonly maxMs: Milliseconds;
}

/** The problem of everything that is not sent because of it. */
export function pauseProblem({ target, origin, leftMs, date, maxMs }: PauseFacts): Problem {
  const until = new Date(Date.parse(date) + leftMs).toISOString().replace(/\.\d+Z$/, "Z");
  const text = `${target}: ${origin} is throttled (429) and accepts no request before ${until}, in ${span(leftMs)}`;
  const hint = `Run again then: ${span(maxMs)} is the longest that trueup waits, see limits.retryAfterMaxSeconds.`;
  return problem("throttled", text, { hint });
}

const units: readonly (readonly [string, Milliseconds])[] = [
  ["days", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
];

/** In the largest unit of which there are at least two. */
function span(ms: Milliseconds): string {
  const [unit, each] = units.find(([, size]) => ms >= 2 * size) ?? ["s", 1000];
  return `${Math.round(ms / each)} ${unit}`;
}
