/** Waiting for whatever comes first: time, or a reason to look. */

import type { Clock } from "../model/wire.ts";

/** Wakes one who waits. */
export interface Waker {
  now(): void;
  /** Resolves after `ms`, or at once if it was woken since the last time. */
  within(ms: number): Promise<void>;
}

/** One who waits, by a clock. */
export function waker(clock: Clock): Waker {
  let isWoken = false;
  let current = new AbortController();
  return {
    now: () => {
      isWoken = true;
      current.abort(new Error("woken"));
    },
    within: async (ms) => {
      if (!isWoken) {
        current = new AbortController();
        await clock.wait(ms, current.signal).catch(() => {});
      }
      isWoken = false;
    },
  };
}
