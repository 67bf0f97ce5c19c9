/** How the requests of a write leave: what each says to the wire, and several in order. */

import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "./contract.ts";

/** A part of its request: every driver's writes carry it. `once`: it is made of what was read right before. */
export function departure({
  once,
  leaving,
}: Pick<Write, "once" | "leaving">): Pick<WireRequest, "once" | "leaving"> {
  return { ...(once && { once }), ...(leaving && { leaving }) };
}

/**
 * Sends them one after the other. Once one of them was carried out, another that was not is not a refusal of the whole:
 * it is looked again at what is there, and only what is still missing is sent.
 */
export async function sentInOrder(
  requests: readonly WireRequest[],
  send: (request: WireRequest) => Promise<Reply>,
): Promise<Reply> {
  let last: Reply = { meaning: "accepted" };
  for (const [index, request] of requests.entries()) {
    last = await send(request);
    if (last.meaning === "accepted") continue;
    if (index === 0) return last;
    const why = "problem" in last ? last.problem?.message : "detail" in last ? last.detail : undefined;
    const told = why === undefined ? "" : `: ${why}`;
    const detail = `${index} of ${requests.length} requests were carried out, the next was not${told}`;
    return { meaning: "lost", detail };
  }
  // What one of them has made has an id of its own.
  return { meaning: "accepted" };
}
