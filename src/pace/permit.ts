/** A granted request, until its reply. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * A granted request. Its end (`answered` or `unused`) must be reported exactly once: that returns its slot, and a reply
 * also measures jitter.
 */
export interface Permit {
  /** How long the request must still wait, because other requests have left since it was granted. */
  early(): Milliseconds;
  /** Called when the request waited for another limit, so that its turn is now. */
  left(): void;
  /** Called when the intent is stored, and the request leaves now. */
  departed(): void;
  answered(): void;
  /** Called when the request is not sent after all. */
  unused(): void;
}
