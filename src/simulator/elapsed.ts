/** What happens without a request, because its time has come: commits that nobody confirmed, batches that end. */

import { withDueBatches } from "./batches.ts";
import { expired } from "./netconf/devices.ts";
import type { World } from "./world.ts";

/** The world at a time: with all that had happened by then. Times never go back. */
export function elapsed(world: World, now: number): World {
  return withDueBatches(expired(world, now), now);
}
