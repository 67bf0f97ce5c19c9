/** What follows from a reply. Pure: it neither waits nor sends. */

import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import type { BusyReason, Milliseconds, MissingPart, Reply, Task } from "../../model/reply.ts";
import { backoffMs } from "../../pace/backoff.ts";

/** How a step has fared so far. */
export interface StepState {
  /** How often it was sent again after a look that was no wait for a lock. Counts from 0. */
  readonly again: number;
  /** How long it has waited for each reason, in all. */
  readonly waited: Readonly<Record<BusyReason, Milliseconds>>;
  /** How often it has waited in a row. Counts from 0. */
  readonly waits: number;
  /** In [0, 1): for jitter. */
  readonly random: number;
}

/** How long a step may wait for each reason, and how often it may be sent again after a look. */
export interface RetryBounds {
  readonly waits: Readonly<Record<BusyReason, Milliseconds>>;
  readonly again: number;
}

/** What to do next. */
export type Decision =
  | { readonly do: "finish"; readonly id?: string | undefined; readonly stored?: LiveResource | undefined }
  /** It goes on at the server: note the task, then wait for its end. */
  | { readonly do: "await"; readonly task: Task }
  /**
   * Wait, then send the same write again: it was not carried out. With `look`, observe and compare in between:
   * the holder of a lock has probably changed something.
   */
  | {
      readonly do: "wait";
      readonly ms: Milliseconds;
      readonly reason: BusyReason;
      readonly look: boolean;
    }
  /**
   * After `ms`, observe and compare before anything is sent. `carriedOut`: perhaps, when that is unknown; yes, when
   * only the id of what was made is. `last`: it has been sent as often as allowed, so the look is only to know how it
   * ended.
   */
  | {
      readonly do: "look";
      readonly ms: Milliseconds;
      readonly carriedOut: "no" | "perhaps" | "yes";
      readonly last: boolean;
      readonly detail: string;
      /** True: the server may mean a lock that someone holds. */
      readonly perhapsLocked: boolean;
      /** True: what is looked at was never sent. */
      readonly unsent?: true | undefined;
      /** What to do where the look shows that nothing has changed. */
      readonly hint?: string | undefined;
      readonly unexplained?: true | undefined;
      readonly missing?: MissingPart | undefined;
    }
  | {
      readonly do: "fail";
      readonly problem: Problem;
      readonly missing?: MissingPart | undefined;
      /** True: what it is in may not be ready, where this run has just made that. */
      readonly unexplained?: true | undefined;
    };

const firstWait: Readonly<Record<BusyReason, Milliseconds>> = {
  notReady: 1000,
  locked: 1000,
  throttled: 1000,
  unavailable: 500,
};
const maxWait: Milliseconds = 15_000;

/**
 * Reads a reply to a write.
 *
 * | reply                | and                             | decision                                   |
 * |----------------------|---------------------------------|--------------------------------------------|
 * | accepted             |                                 | finish                                     |
 * | pending              |                                 | await its task                             |
 * | busy: notReady       | waited less than the bound      | wait (Retry-After, else backoff), send     |
 * | busy: locked         | waited less than the bound      | wait, look, send                           |
 * | busy: throttled      | waited less than the bound      | wait, send                                 |
 * | busy: unavailable    | waited less than the bound      | wait, send: it never left                  |
 * | busy: any            | bound reached                   | fail, naming what was waited for           |
 * | conflict             |                                 | look at once: it was not carried out       |
 * | lost                 |                                 | wait, look: perhaps it was carried out     |
 * | lost                 | accepted, without an id         | wait, look: it was carried out             |
 * | conflict, lost       | sent again as often as allowed  | look for the last time                     |
 * | refused              |                                 | fail                                       |
 */
export function decide(reply: Reply, soFar: StepState, bounds: RetryBounds): Decision {
  const last = soFar.again >= bounds.again;
  switch (reply.meaning) {
    case "accepted":
      return { do: "finish", id: reply.id, ...(reply.stored && { stored: reply.stored }) };
    case "pending":
      return { do: "await", task: reply.task };
    case "busy":
      return wait(reply, soFar, bounds);
    case "conflict": {
      const { meaning: _, perhapsLocked = false, ...more } = reply;
      return { do: "look", ms: 0, carriedOut: "no", last, perhapsLocked, ...more };
    }
    case "lost": {
      const ms = backoff("unavailable", soFar.again, soFar.random);
      const carriedOut = reply.accepted ? "yes" : "perhaps";
      return { do: "look", ms, carriedOut, last, detail: reply.detail, perhapsLocked: false };
    }
    case "refused":
      return { do: "fail", problem: reply.problem, missing: reply.missing, unexplained: reply.unexplained };
  }
}

type Busy = Extract<Reply, { meaning: "busy" }>;

function wait(reply: Busy, soFar: StepState, bounds: RetryBounds): Decision {
  const { reason } = reply;
  const left = bounds.waits[reason] - soFar.waited[reason];
  if (left <= 0) return { do: "fail", problem: tooLong(reply, bounds) };
  const own = backoff(reason, soFar.waits, soFar.random);
  const ms =
    reply.retryAfter === undefined ? own : Math.max(reply.retryAfter, soFar.waits === 0 ? 0 : own / 2);
  return { do: "wait", reason, ms: Math.max(1, Math.round(Math.min(ms, left))), look: reason === "locked" };
}

function backoff(reason: BusyReason, before: number, random: number): Milliseconds {
  return backoffMs({ firstMs: firstWait[reason], maxMs: maxWait }, before + 1, random);
}

const named: Readonly<Record<BusyReason, { what: string; hint: string }>> = {
  notReady: {
    what: "did not become ready",
    hint: "Run again later; limits.readinessSeconds of the target sets how long trueup waits.",
  },
  locked: {
    what: "stayed locked by someone else",
    hint: "Find who holds the lock; limits.lockSeconds of the target sets how long trueup waits.",
  },
  throttled: {
    what: "was rate limited again and again",
    hint: "Another client may use the same limit: lower limits.share of the target.",
  },
  unavailable: { what: "could not be reached", hint: "Run again once the target answers." },
};

function tooLong({ reason, detail }: Busy, bounds: RetryBounds): Problem {
  const { what, hint } = named[reason];
  const bound = bounds.waits[reason];
  const within = bound > 0 ? ` within ${Math.round(bound / 1000)} s` : "";
  const text = `it ${what}${within}: ${detail}`;
  return problem(`still-${reason === "notReady" ? "not-ready" : reason}`, text, { hint });
}
