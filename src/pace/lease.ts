/** Keeps a lease (on the lock) during a run: renews it in time, and aborts the run if the lease is lost. */

import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";

/** The result of a renewal. `other`: another run holds the lease. `failed`: the remote could not be reached. */
export type Renewal = "renewed" | "other" | "failed";

/** The terms of a lease that was just granted or renewed. */
export interface LeaseTerms {
  readonly clock: Clock;
  readonly lifetimeMs: Milliseconds;
  readonly renew: () => Promise<Renewal>;
}

/** A lease that is being renewed. */
export interface Lease {
  /** Aborted once the lease is lost. Nothing more may be written then. */
  readonly lost: AbortSignal;
  /** Ends the lease. Resolves once no renewal is in progress. */
  readonly stop: () => Promise<void>;
}

/**
 * Renews the lease each time a third of its lifetime has passed. If a renewal finds another holder, the lease is lost
 * at once. A failed renewal is retried until two thirds of the lifetime have passed since the last success. Then the
 * lease counts as lost, before another run can acquire it.
 */
export function keepLease(terms: LeaseTerms): Lease {
  const lost = new AbortController();
  const ended = new AbortController();
  const kept = keep(terms, ended.signal).then((why) => {
    if (why !== undefined) lost.abort(new Error(why));
  });
  const stop = async () => {
    ended.abort(new Error("ended"));
    await kept;
  };
  return { lost: lost.signal, stop };
}

/** Returns why the lease was lost. Undefined: `ended` was aborted first. */
async function keep(
  { clock, lifetimeMs, renew }: LeaseTerms,
  ended: AbortSignal,
): Promise<string | undefined> {
  let since = clock.now();
  let waitMs = lifetimeMs / 3;
  for (;;) {
    const leftMs = since + (lifetimeMs * 2) / 3 - clock.now();
    if (leftMs <= 0) return late;
    if (!(await passed(clock, Math.min(waitMs, leftMs), ended))) return undefined;
    const asked = clock.now();
    const renewal = await inTime(renew(), { clock, ms: leftMs - Math.min(waitMs, leftMs), ended });
    if (renewal === "other") return "another run has taken the lock, or it was removed";
    if (renewal === "late") return late;
    if (renewal === "renewed") since = asked;
    waitMs = renewal === "renewed" ? lifetimeMs / 3 : lifetimeMs / 15;
  }
}

const late = "the lock could not be renewed in time";

interface Deadline {
  readonly clock: Clock;
  readonly ms: Milliseconds;
  readonly ended: AbortSignal;
}

/** Returns the result of a renewal, or `late` if the renewal takes too long. */
async function inTime(renewal: Promise<Renewal>, { clock, ms, ended }: Deadline): Promise<Renewal | "late"> {
  const answered = new AbortController();
  const either = AbortSignal.any([answered.signal, ended]);
  const late = passed(clock, ms, either).then((whole) => (whole ? ("late" as const) : renewal));
  try {
    return await Promise.race([renewal, late]);
  } finally {
    answered.abort(new Error("answered"));
  }
}

/** Returns true if the time has passed, or false if the lease was ended first. */
async function passed(clock: Clock, ms: Milliseconds, ended: AbortSignal): Promise<boolean> {
  try {
    await clock.wait(Math.max(0, ms), ended);
    return !ended.aborted;
  } catch {
    return false;
  }
}
