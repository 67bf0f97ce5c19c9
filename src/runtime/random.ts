/** Real randomness, for jitter and for names of runs. Not for secrets. */

import { randomUUID } from "node:crypto";
import type { Random } from "../model/wire.ts";

/** Returns a random number in [0, 1). */
export const random: Random = () => Math.random();

/** Returns a unique name for a run. */
export function runId(): string {
  return randomUUID();
}
