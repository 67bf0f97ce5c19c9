/** Real randomness, for jitter and for names of runs. Not for secrets. */

import { randomUUID } from "node:crypto";
import type { Random } from "../model/wire.ts";

/** A number in [0, 1). */
export const random: Random = () => Math.random();

/** A unique name for a run. */
export function runId(): string {
  return randomUUID();
}
