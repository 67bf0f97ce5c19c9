/** What a token bucket has gained and lost, counted when requests leave, which can be long after their turn. */

import type { Milliseconds } from "../model/reply.ts";

/** How much of a bucket is used. */
export interface BucketUse {
  /** Between two requests at the full rate. */
  readonly interval: Milliseconds;
  /** As many intervals as may be made up for at once: the bucket, without its reserve. */
  readonly savedUp: Milliseconds;
}

/** One bucket. Has no clock: its caller passes the time. */
export class Bucket {
  /** When the next request leaves, if all leave as late as they may. */
  #next: Milliseconds = Number.NEGATIVE_INFINITY;

  /** How long a request must still wait. */
  opensIn(now: Milliseconds, { savedUp }: BucketUse): Milliseconds {
    return Math.max(0, this.#next - savedUp - now);
  }

  /** A request left at this time. */
  left(at: Milliseconds, { interval }: BucketUse): void {
    this.#next = Math.max(this.#next, at) + interval;
  }

  /** One that had left is not sent after all. */
  returned({ interval }: BucketUse): void {
    this.#next -= interval;
  }
}
