/** A conflict as the row of the dialect's table has it by which the answer was read. Pure. */

import type { Reply } from "../model/reply.ts";
import type { ReplyRule } from "../model/reply-rule.ts";

/** `detail`: what the server said. */
export function conflictOf(rule: ReplyRule | undefined, detail: string): Reply {
  const { means, hint } = rule ?? {};
  return {
    meaning: "conflict",
    detail,
    ...(means === "contended" && { perhapsLocked: true as const }),
    ...(hint !== undefined && { hint }),
  };
}
