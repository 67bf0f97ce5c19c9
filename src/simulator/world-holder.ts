/** The one mutable place: the world that is served, and the clock that its times are read from. */

import { elapsed } from "./elapsed.ts";
import type { World } from "./world.ts";

/** A world that is served. */
export interface ServedWorld {
  /** As it is now. */
  readonly world: () => World;
  /** Replaces the world by what a function makes of it at this time. */
  readonly edit: (change: (world: World, now: number) => World) => void;
  /** Milliseconds, never going back. */
  readonly now: () => number;
}

/** Holds a world on a clock. */
export function hold(first: World, now: () => number): ServedWorld {
  let current = first;
  let isElapsing = false;
  return {
    world: () => {
      // A test's clock may look at the world, to tell the time by it.
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
