/** Waits until a time has passed or somebody reports news, whichever comes first. */

import type { Clock } from "../model/wire.ts";

/** Wakes a loop that waits. */
export interface Waker {
  now(): void;
  /** Resolves after `ms`, or at once if it was woken since the previous wait. */
  within(ms: number): Promise<void>;
}

/** One error for all wake-ups. It only ends waits, so it needs no stack of its own. */
const woken = new Error("woken");

/** Creates a waker that waits by this clock. */
export function waker(clock: Clock): Waker {
  let isWoken = false;
  let current: AbortController | undefined;
  return {
    now: () => {
      isWoken = true;
      current?.abort(woken);
      current = undefined;
    },
    within: async (ms) => {
      if (!isWoken) {
        current = new AbortController();
        await clock.wait(ms, current.signal).catch(() => {});
        current = undefined;
      }
      isWoken = false;
    },
  };
}
