/** A granted request, until its reply. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * A granted request. Its result must be reported exactly once, because jitter is measured by it, and it returns the
 * slot.
 */
export interface Permit {
  /** For a granted request: how long it must still wait, if other requests have left since. */
  early(): Milliseconds;
  /** The request's turn is only now, because it had to wait for another limit. */
  left(): void;
  /** The request leaves now that its intent is stored. */
  departed(): void;
  answered(): void;
  /** The request was not sent after all. */
  unused(): void;
}
