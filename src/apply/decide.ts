/** What follows from a reply. Pure: it neither waits nor sends. */

import type { Problem } from "../model/problem.ts";
import { problem } from "../model/problem.ts";
import type { BusyReason, Milliseconds, Reply } from "../model/reply.ts";

/** How a step has fared so far. */
export interface Course {
  /** Writes sent, this one included. Counts from 1. */
  readonly sent: number;
  /** How long it has waited for each reason, in all. */
  readonly waited: Readonly<Record<BusyReason, Milliseconds>>;
  /** How often it has waited in a row. Counts from 0. */
  readonly waits: number;
  /** In [0, 1): for jitter. */
  readonly random: number;
}

/** How long a step may wait for each reason, and how often it may be sent at all. */
export interface Bounds {
  readonly waits: Readonly<Record<BusyReason, Milliseconds>>;
  readonly sends: number;
}

/** What to do next. */
export type Decision =
  | { readonly do: "finish"; readonly id?: string }
  /** Wait, then send the same write again: it was not carried out. */
  | { readonly do: "wait"; readonly ms: Milliseconds; readonly reason: BusyReason }
  /** Observe and compare before anything is sent. `carriedOut`: perhaps, when nobody knows. */
  | { readonly do: "look"; readonly carriedOut: "no" | "perhaps"; readonly detail: string }
  | { readonly do: "fail"; readonly problem: Problem };

const firstWait: Readonly<Record<BusyReason, Milliseconds>> = {
  notReady: 1000,
  locked: 1000,
  throttled: 1000,
  unavailable: 500,
};
const longestWait: Milliseconds = 15_000;

/**
 * Reads a reply to a write.
 *
 * | reply                | and                             | decision                                   |
 * |----------------------|---------------------------------|--------------------------------------------|
 * | accepted             |                                 | finish                                     |
 * | busy: notReady       | waited less than the bound      | wait (Retry-After, else backoff), send     |
 * | busy: locked         | waited less than the bound      | wait, send                                 |
 * | busy: throttled      | waited less than the bound      | wait, send: the budget has paused too      |
 * | busy: unavailable    | waited less than the bound      | wait, send: it never left                  |
 * | busy: any            | bound reached                   | fail, naming what was waited for           |
 * | conflict             | sent less often than allowed    | look: it was not carried out               |
 * | lost                 | sent less often than allowed    | look: perhaps it was carried out           |
 * | conflict, lost       | sent as often as allowed        | look once more, for the last time          |
 * | refused              |                                 | fail                                       |
 */
export function decide(reply: Reply, course: Course, bounds: Bounds): Decision {
  switch (reply.meaning) {
    case "accepted":
      return { do: "finish", ...(reply.id !== undefined && { id: reply.id }) };
    case "busy":
      return wait(reply, course, bounds);
    case "conflict":
      return { do: "look", carriedOut: "no", detail: reply.detail };
    case "lost":
      return { do: "look", carriedOut: "perhaps", detail: reply.detail };
    case "refused":
      return { do: "fail", problem: reply.problem };
  }
}

type Busy = Extract<Reply, { meaning: "busy" }>;

function wait(reply: Busy, course: Course, bounds: Bounds): Decision {
  const { reason } = reply;
  const left = bounds.waits[reason] - course.waited[reason];
  if (left <= 0) return { do: "fail", problem: tooLong(reply, bounds) };
  const own =
    Math.min(longestWait, firstWait[reason] * 2 ** Math.min(course.waits, 20)) * (0.5 + course.random / 2);
  const ms =
    reply.retryAfter === undefined ? own : Math.max(reply.retryAfter, course.waits === 0 ? 0 : own / 2);
  return { do: "wait", reason, ms: Math.max(1, Math.round(Math.min(ms, left))) };
}

const named: Readonly<Record<BusyReason, { what: string; hint: string }>> = {
  notReady: {
    what: "did not become ready",
    hint: "Run again later; limits.readinessSeconds of the target sets how long is waited.",
  },
  locked: {
    what: "stayed locked by someone else",
    hint: "Find who holds the lock; limits.lockSeconds of the target sets how long is waited.",
  },
  throttled: {
    what: "was refused for its rate again and again",
    hint: "Someone else uses the same limit: lower limits.share of the target.",
  },
  unavailable: { what: "could not be reached", hint: "Run again once the target answers." },
};

function tooLong({ reason, detail }: Busy, bounds: Bounds): Problem {
  const { what, hint } = named[reason];
  const text = `it ${what} within ${Math.round(bounds.waits[reason] / 1000)} s: ${detail}`;
  return problem(`still-${reason === "notReady" ? "not-ready" : reason}`, text, { hint });
}
