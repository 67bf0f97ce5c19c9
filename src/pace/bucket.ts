/** The level of a token bucket. Requests are counted when they are sent, which may be long after their turn. */

import type { Milliseconds } from "../model/reply.ts";

/** The part of a server's bucket that trueup uses. */
export interface BucketUse {
  /** The time between two requests at the full rate. */
  readonly interval: Milliseconds;
  /** The total of the intervals that a burst may skip after an idle time: the bucket without its reserve. */
  readonly savedUp: Milliseconds;
}

/** One bucket. It has no clock: its caller passes the time. */
export class Bucket {
  /** The time at which the next request would be sent at the full rate, without a burst. */
  #next: Milliseconds = Number.NEGATIVE_INFINITY;

  /** Returns how long the next request must still wait. */
  opensIn(now: Milliseconds, { savedUp }: BucketUse): Milliseconds {
    return Math.max(0, this.#next - savedUp - now);
  }

  /** Counts a request that was sent at this time. */
  left(at: Milliseconds, { interval }: BucketUse): void {
    this.#next = Math.max(this.#next, at) + interval;
  }

  /** Takes back the count of a request that is not sent after all. */
  returned({ interval }: BucketUse): void {
    this.#next -= interval;
  }
}
