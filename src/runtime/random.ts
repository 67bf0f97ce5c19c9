/** Real randomness, for jitter; not for secrets. */

import type { Random } from "../model/wire.ts";

/** A number in [0, 1). */
export const random: Random = () => Math.random();
