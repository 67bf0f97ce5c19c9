/** What a plan costs: requests and time. */

import type { TakenByLog } from "../live/snapshot.ts";

/** What the plan costs at one target. */
export interface Cost {
  readonly target: string;
  /** The number of requests for observing. */
  readonly reads: number;
  /** The use of the product's change log. Absent: it was not used. */
  readonly taken?: TakenByLog | undefined;
  readonly writes: number;
  /** The expected number of polls for tasks; long tasks take more. Absent: no write becomes a task. */
  readonly polls?: number;
  /**
   * The number of changes that are written outside of their device's transaction, so that they are not atomic with the
   * rest. Absent: none.
   */
  readonly apart?: number;
  /** The number of reads before writes (one per wave or per write) and of reads that verify the writes. */
  readonly verification: number;
  /** How long apply waits for health to settle, over all waves. */
  readonly settleSeconds?: number;
  /**
   * How long the writes and their verification take at the target's limits, including settling: in seconds, rounded up
   * to 0.1.
   */
  readonly seconds: number;
  /**
   * The request rate of one device, organization or target: its limit, or less if its concurrency is too low for the
   * limit.
   */
  readonly requestsPerSecond: number;
  /**
   * The limit from the project file. Set only if `requestsPerSecond` differs from it, because the target has a `share`
   * of the limit or a low concurrency.
   */
  readonly limit?: number;
}
