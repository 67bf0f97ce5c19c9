/** How the requests of a write leave: their departure calls, and sending several in order. */

import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "./contract.ts";

/** The departure part of a request, for every driver's writes. `once`: it is based on a pre-write read. */
export function departure({
  once,
  leaving,
}: Pick<Write, "once" | "leaving">): Pick<WireRequest, "once" | "leaving"> {
  return { ...(once && { once }), ...(leaving && { leaving }) };
}

/**
 * Sends them in sequence. If one was carried out and a later one was not, the whole write is not refused: live is read
 * again, and only what is still missing is sent.
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
  // A request in between may create something with its own id.
  return { meaning: "accepted" };
}
