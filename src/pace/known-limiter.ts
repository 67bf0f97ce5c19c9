/** How a server counts, by what several targets know of it. Pure. */

import type { Limiter } from "../model/project.ts";

/** What holds by both. */
export function knownByBoth(one: Limiter | undefined, other: Limiter | undefined): Limiter | undefined {
  if (one?.is === "tokenBucket" && other?.is === "tokenBucket") return one.burst < other.burst ? one : other;
  return one && other && JSON.stringify(one) === JSON.stringify(other) ? one : undefined;
}
