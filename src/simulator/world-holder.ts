/** The only mutable place: the served world, and the clock for its times. */

import { elapsed } from "./elapsed.ts";
import type { World } from "./world.ts";

/** A world that is served. */
export interface ServedWorld {
  /** The current world. */
  readonly world: () => World;
  /** Replaces the world with the result of a function at the current time. */
  readonly edit: (change: (world: World, now: number) => World) => void;
  /** Milliseconds, never going back. */
  readonly now: () => number;
}

/** Serves a world on a clock. */
export function hold(first: World, now: () => number): ServedWorld {
  let current = first;
  let isElapsing = false;
  return {
    world: () => {
      // A test's clock may itself read the world to return the time: during that read, no time elapses.
      if (isElapsing) return current;
      isElapsing = true;
      try {
        current = elapsed(current, now());
      } finally {
        isElapsing = false;
      }
      return current;
    },
    edit: (change) => {
      const at = now();
      current = change(elapsed(current, at), at);
    },
    now,
  };
}
