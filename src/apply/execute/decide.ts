/** Decides what follows from a reply. Pure: it neither waits nor sends. */

import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import type { BusyReason, Milliseconds, MissingPart, Reply, Task } from "../../model/reply.ts";
import { backoffMs } from "../../pace/backoff.ts";

/** The history of a step so far. */
export interface StepState {
  /** The number of resends after a read, from 0. Resends after waiting for a lock do not count. */
  readonly again: number;
  /** The total wait for each reason. */
  readonly waited: Readonly<Record<BusyReason, Milliseconds>>;
  /** The number of waits in a row, from 0. */
  readonly waits: number;
  /** A random number in [0, 1), for jitter. */
  readonly random: number;
}

/** How long a step may wait for each reason, and how often it may be resent after a read. */
export interface RetryBounds {
  readonly waits: Readonly<Record<BusyReason, Milliseconds>>;
  readonly again: number;
}

/** The next action. */
export type Decision =
  | { readonly do: "finish"; readonly id?: string | undefined; readonly stored?: LiveResource | undefined }
  /** The write continues on the server as a task: journal the task, then await it. */
  | { readonly do: "await"; readonly task: Task }
  /**
   * Wait, then send the same write again, because it was not carried out. `look`: read and compare before sending,
   * because the holder of a lock has probably changed something.
   */
  | {
      readonly do: "wait";
      readonly ms: Milliseconds;
      readonly reason: BusyReason;
      readonly look: boolean;
    }
  /**
   * After `ms`, read and compare before anything is sent. `carriedOut`: whether the write was carried out. A create
   * that was carried out counts as "yes" even if its id is unknown. `last`: no resends are left, so the read only
   * determines the outcome.
   */
  | {
      readonly do: "look";
      readonly ms: Milliseconds;
      readonly carriedOut: "no" | "perhaps" | "yes";
      readonly last: boolean;
      readonly detail: string;
      /** True if the reply may mean that somebody holds a lock. */
      readonly perhapsLocked: boolean;
      /** True: the write was certainly never sent. */
      readonly unsent?: true | undefined;
      /** The hint for the user if the read shows no change. */
      readonly hint?: string | undefined;
      readonly unexplained?: true | undefined;
      readonly missing?: MissingPart | undefined;
    }
  | {
      readonly do: "fail";
      readonly problem: Problem;
      readonly missing?: MissingPart | undefined;
      /** True: the parent may not be ready, which is only possible if this run has created it. */
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
 * Maps a reply to a write to a decision.
 *
 * | reply             | and                     | decision                                 |
 * |-------------------|-------------------------|------------------------------------------|
 * | accepted          |                         | finish                                   |
 * | pending           |                         | await its task                           |
 * | busy: notReady    | within the bound        | wait (Retry-After or backoff), resend    |
 * | busy: locked      | within the bound        | wait, read, resend                       |
 * | busy: throttled   | within the bound        | wait, resend                             |
 * | busy: unavailable | within the bound        | wait, resend: it was never sent          |
 * | busy: any         | bound reached           | fail, naming the reason                  |
 * | conflict          |                         | read at once: it was not carried out     |
 * | lost              |                         | wait, read: it may have been carried out |
 * | lost              | accepted, without an id | wait, read: it was carried out           |
 * | conflict, lost    | no resends left         | read one last time                       |
 * | refused           |                         | fail                                     |
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
    hint: "Run again later, or raise limits.readinessSeconds of the target, which sets how long trueup waits.",
  },
  locked: {
    what: "was still locked by someone else",
    hint: "Find who holds the lock, or raise limits.lockSeconds of the target, which sets how long trueup waits.",
  },
  throttled: {
    what: "was rate limited again and again",
    hint: "Lower limits.share of the target: another client may use the same rate limit.",
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
