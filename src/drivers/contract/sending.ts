/** How the requests of a write are sent: each is announced first, and several are sent in order. */

import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "./contract.ts";

/** Returns the members of a request that announce its departure. `once`: the request is based on a pre-write read. */
export function departure({
  once,
  leaving,
}: Pick<Write, "once" | "leaving">): Pick<WireRequest, "once" | "leaving"> {
  return { ...(once && { once }), ...(leaving && { leaving }) };
}

/**
 * Sends requests in sequence, and stops at the first that is not accepted. If earlier requests were carried out by
 * then, the result is `lost`: live state is read again, and only the missing part is sent.
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
    const detail = `the first ${index} of ${requests.length} requests were accepted, but not the next one${told}`;
    return { meaning: "lost", detail };
  }
  // No id is returned: a request in the middle may have created something other than the written resource.
  return { meaning: "accepted" };
}
