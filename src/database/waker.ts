/** Waiting for whatever comes first: time, or a reason to look. */

import type { Clock } from "../model/wire.ts";

/** Wakes one who waits. */
export interface Waker {
  now(): void;
  /** Resolves after `ms`, or at once if it was woken since the last time. */
  within(ms: number): Promise<void>;
}

/** Without a stack of its own: it is nobody's mistake, and there are many. */
const woken = new Error("woken");

/** One who waits, by a clock. */
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
