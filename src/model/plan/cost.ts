/** What a plan costs: requests and time. */

import type { TakenByLog } from "../live/snapshot.ts";

/** What the plan costs at one target. */
export interface Cost {
  readonly target: string;
  /** Requests that observing took. */
  readonly reads: number;
  /** What was taken from the product's change log. Absent: it was not asked. */
  readonly taken?: TakenByLog | undefined;
  readonly writes: number;
  /** Requests that poll tasks, as foreseen: a long task takes more. Absent: no write is a task. */
  readonly polls?: number;
  /** Changes that go by themselves beside a transaction of their device: not atomic with it. Absent: none. */
  readonly apart?: number;
  /** Requests that look before the writes, at a wave or right before one of them, and that verify afterwards. */
  readonly verification: number;
  /** How long apply waits for health to settle before it reads it again, over all waves. */
  readonly settleSeconds?: number;
  /** What writes and verification take by the target's limits, with the time to settle; seconds, rounded up to 0.1. */
  readonly seconds: number;
  /** The rate of one device or organization, or of the target: its limit, or less where few may be in flight. */
  readonly requestsPerSecond: number;
}
