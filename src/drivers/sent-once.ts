/** How a write that is made of what was read right before says so to the wire. Pure. */

import type { WireRequest } from "../model/wire.ts";
import type { Write } from "./contract.ts";

/** A part of its request: every driver's writes carry it. */
export function sentOnce({ once }: Pick<Write, "once">): Pick<WireRequest, "once"> {
  return once ? { once } : {};
}
