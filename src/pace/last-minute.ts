/** Counts how often something has happened in the last minute, by whole seconds. */

import type { Milliseconds } from "../model/reply.ts";

const seconds = 60;

/** A count of events that ignores events older than a minute. */
export class LastMinute {
  readonly #counts: number[] = Array.from({ length: seconds }, () => 0);
  /** The last second in which an event was counted. */
  #at = 0;

  add(now: Milliseconds): void {
    const second = this.#moveTo(now);
    this.#counts[second % seconds] = (this.#counts[second % seconds] ?? 0) + 1;
  }

  count(now: Milliseconds): number {
    this.#moveTo(now);
    return this.#counts.reduce((sum, one) => sum + one, 0);
  }

  #moveTo(now: Milliseconds): number {
    const second = Math.floor(now / 1000);
    for (let at = Math.max(this.#at + 1, second - seconds + 1); at <= second; at += 1)
      this.#counts[at % seconds] = 0;
    this.#at = Math.max(this.#at, second);
    return this.#at;
  }
}
