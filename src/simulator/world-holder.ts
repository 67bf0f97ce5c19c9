/** Holds the simulated world that is served, and its clock. Nothing else in the simulator is mutable. */

import { elapsed } from "./elapsed.ts";
import type { World } from "./world.ts";

/** A simulated world that is served. */
export interface ServedWorld {
  /** Returns the current simulated world. */
  readonly world: () => World;
  /** Replaces the simulated world with the result of a function at the current time. */
  readonly edit: (change: (world: World, now: number) => World) => void;
  /** Returns the time in milliseconds. It never goes back. */
  readonly now: () => number;
}

/** Serves a simulated world on a clock. */
export function hold(first: World, now: () => number): ServedWorld {
  let current = first;
  let isElapsing = false;
  return {
    world: () => {
      // A test's clock may itself read the world to compute the time. During that read, no time elapses.
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
