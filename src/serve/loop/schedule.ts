/** When each target of an environment is observed: evenly distributed, and less often while observing it fails. */

import type { Milliseconds } from "../../model/reply.ts";
import { doubledMs } from "../../pace/backoff.ts";

interface Scheduled {
  /** When the target is due, by the clock's monotonic time. */
  dueAt: Milliseconds;
  failures: number;
  /** True until the first observation. After it, the target gets its own time within the interval. */
  isFirst: boolean;
}

/** The maximum interval for an unreachable target. */
const longestMs: Milliseconds = 3_600_000;

/**
 * Determines one time after another within an interval. The times are evenly distributed, although their number is not
 * known beforehand.
 */
export class Phases {
  #count = 0;

  /** The next time, as a fraction of the interval: greater than 0, at most 1. */
  next(): number {
    this.#count += 1;
    return 1 - ((this.#count * 0.6180339887498949) % 1);
  }
}

/** The schedule of one environment's targets. */
export class Schedule {
  readonly #phases: Phases;
  readonly #targets = new Map<string, Scheduled>();

  constructor(phases: Phases) {
    this.#phases = phases;
  }

  /** Observes exactly these targets from now on, each at least every `everyMs`. New targets are due at once. */
  hold(names: ReadonlySet<string>, { now, everyMs }: Pick<LookedTarget, "now" | "everyMs">): void {
    for (const name of this.#targets.keys()) if (!names.has(name)) this.#targets.delete(name);
    for (const name of names) {
      const one = this.#targets.get(name);
      if (!one) this.#targets.set(name, { dueAt: now, failures: 0, isFirst: true });
      // The project now requires a shorter interval than before.
      else if (one.failures === 0 && one.dueAt > now + everyMs)
        one.dueAt = now + everyMs * this.#phases.next();
    }
  }

  isDue(name: string, now: Milliseconds): boolean {
    return (this.#targets.get(name)?.dueAt ?? now) <= now;
  }

  /** When the next target is due; undefined if there are no targets. */
  nextAt(): Milliseconds | undefined {
    const all = [...this.#targets.values()].map(({ dueAt }) => dueAt);
    return all.length === 0 ? undefined : all.reduce((a, b) => Math.min(a, b));
  }

  dueAt(name: string): Milliseconds | undefined {
    return this.#targets.get(name)?.dueAt;
  }

  /** Makes these targets due now. */
  soon(names: Iterable<string>, now: Milliseconds): void {
    for (const name of names) {
      const one = this.#targets.get(name);
      if (one) one.dueAt = Math.min(one.dueAt, now);
    }
  }

  /** Records that a target was observed, and determines when it is due again. */
  looked(name: string, { now, everyMs, isFailing }: LookedTarget): void {
    const one = this.#targets.get(name);
    if (!one) return;
    one.failures = isFailing ? one.failures + 1 : 0;
    if (isFailing) {
      const bounds = { firstMs: everyMs, maxMs: Math.max(everyMs, longestMs) };
      one.dueAt = now + doubledMs(bounds, one.failures);
    } else if (one.isFirst) one.dueAt = now + everyMs * this.#phases.next();
    else if (one.dueAt <= now) one.dueAt = Math.max(one.dueAt + everyMs, now + everyMs / 2);
    else one.dueAt = Math.min(one.dueAt, now + everyMs);
    one.isFirst = false;
  }
}

interface LookedTarget {
  readonly now: Milliseconds;
  readonly everyMs: Milliseconds;
  readonly isFailing: boolean;
}
