/** What a write says to the wire about how its request leaves. Pure. */

import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "./contract.ts";

/** A part of its request: every driver's writes carry it. `once`: it is made of what was read right before. */
export function departure({
  once,
  leaving,
}: Pick<Write, "once" | "leaving">): Pick<WireRequest, "once" | "leaving"> {
  return { ...(once && { once }), ...(leaving && { leaving }) };
}
