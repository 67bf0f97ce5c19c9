/** Keeps a lease (of the lock) during a run: renews it in time, and aborts when it is lost. */

import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";

/** What came of a renewal: `other` when someone else has it, `failed` when the remote could not be asked. */
export type Renewal = "renewed" | "other" | "failed";

/** What a lease is kept with. It was given, or renewed, just now. */
export interface LeaseTerms {
  readonly clock: Clock;
  readonly lifetimeMs: Milliseconds;
  readonly renew: () => Promise<Renewal>;
}

/** A lease that is being kept. */
export interface Lease {
  /** Aborted once the lease is lost: nothing may be written any more. */
  readonly lost: AbortSignal;
  /** Ends it; resolves when no renewal is under way any more. */
  readonly stop: () => Promise<void>;
}

/**
 * Renews after each third of the lifetime. A renewal that finds someone else loses the lease at once. One that fails
 * is tried again, until two thirds of the lifetime have passed since the last one that succeeded: then it is lost too,
 * while no one else can have it yet.
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

/** Why it was lost; undefined when it was ended. */
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

/** What came of a renewal, or `late` when it takes too long. */
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

/** True when the time has passed, false when it was ended before. */
async function passed(clock: Clock, ms: Milliseconds, ended: AbortSignal): Promise<boolean> {
  try {
    await clock.wait(Math.max(0, ms), ended);
    return !ended.aborted;
  } catch {
    return false;
  }
}
