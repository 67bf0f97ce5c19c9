/** A granted request, until its reply. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * A granted request. Its end (`answered` or `unused`) must be reported exactly once, because this returns its slot. A
 * reply also measures jitter.
 */
export interface Permit {
  /** Returns how long the request must still wait, because other requests were sent since it was granted. */
  early(): Milliseconds;
  /** Notes that the request waited for another limit. Its turn is now. */
  left(): void;
  /** Notes that the intent is stored and the request is sent now. */
  departed(): void;
  answered(): void;
  /** Notes that the request is not sent after all. */
  unused(): void;
}
