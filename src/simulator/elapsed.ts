/** Events that happen without a request, when they are due: unconfirmed commits are undone, and batches end. */

import { withDueBatches } from "./batches.ts";
import { expired } from "./netconf/devices.ts";
import type { World } from "./world.ts";

/** Returns the simulated world at a time, including everything that is due by then. Time never goes back. */
export function elapsed(world: World, now: number): World {
  return withDueBatches(expired(world, now), now);
}
