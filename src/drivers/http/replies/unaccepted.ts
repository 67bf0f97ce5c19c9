/** Replies to writes that were not accepted, by the matching row of the dialect's table. Pure. */

import type { Problem } from "../../../model/problem.ts";
import type { Milliseconds, MissingPart, Reply } from "../../../model/reply.ts";
import type { ReplyRule } from "../../../model/reply-rule.ts";
import type { WireReply } from "../../../model/wire.ts";

/** Returns the reply to a write that has no answer. */
export function unanswered(reply: Exclude<WireReply, { outcome: "answered" }>): Reply {
  if (reply.outcome === "blocked") return { meaning: "refused", problem: reply.problem };
  const detail = reply.problem.message;
  return reply.sent ? { meaning: "lost", detail } : { meaning: "busy", reason: "unavailable", detail };
}

/** The content of a reply: the problem, the affected nodes, and when to retry. */
interface AnswerFacts {
  readonly found: Problem;
  readonly paths: readonly string[];
  /** True: the refusal may be temporary (`Reply.unexplained`). */
  readonly isUnexplained?: boolean;
  readonly retryAfter?: Milliseconds | undefined;
}

/** Returns the reply with the meaning `means`. */
export function unaccepted(
  means: Exclude<ReplyRule["means"], "accepted">,
  rule: ReplyRule | undefined,
  { found, paths, isUnexplained, retryAfter }: AnswerFacts,
): Reply {
  const detail = found.message;
  const unexplained = isUnexplained ? ({ unexplained: true } as const) : {};
  switch (means) {
    case "refused":
      return { meaning: "refused", problem: found, ...missingPart(rule, paths), ...unexplained };
    case "absent":
    case "conflict":
    case "contended":
      return {
        meaning: "conflict",
        detail,
        ...(rule?.means === "contended" && { perhapsLocked: true as const }),
        ...(rule?.hint !== undefined && { hint: rule.hint }),
        ...missingPart(rule, paths),
        ...unexplained,
      };
    case "lost":
      return { meaning: "lost", detail };
  }
  return { meaning: "busy", reason: means.busy, ...(retryAfter !== undefined && { retryAfter }), detail };
}

/**
 * Returns what the matching table row reports as missing, with the first path in the reply. The result is empty if the
 * row reports nothing as missing.
 */
function missingPart(
  rule: ReplyRule | undefined,
  paths: readonly string[],
): { readonly missing?: MissingPart } {
  if (rule?.missing === undefined) return {};
  const path = paths.find((each) => each !== "");
  return { missing: { what: rule.missing, ...(path !== undefined && { path: path.slice(0, maxPath) }) } };
}

const maxPath = 300;
