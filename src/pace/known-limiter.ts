/** How a server counts, by what several targets know of it. Pure. */

import type { Limiter } from "../model/project.ts";

/** What holds by all of them; undefined where one of them does not know, or they know different things. */
export function knownByAll(all: readonly (Limiter | undefined)[]): Limiter | undefined {
  return all.reduce(knownByBoth);
}

function knownByBoth(one: Limiter | undefined, other: Limiter | undefined): Limiter | undefined {
  if (one?.is === "tokenBucket" && other?.is === "tokenBucket") return one.burst < other.burst ? one : other;
  return one && other && JSON.stringify(one) === JSON.stringify(other) ? one : undefined;
}
