/** The real clock. */

import { setTimeout as after } from "node:timers/promises";
import type { Clock } from "../model/wire.ts";

/** Monotonic time of this process. An abort ends a wait immediately. */
export const clock: Clock = {
  now: () => performance.now(),
  date: () => new Date().toISOString(),
  wait: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await after(Math.max(0, ms), undefined, signal && { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
