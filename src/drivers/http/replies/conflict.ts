/** A conflict as the row of the dialect's table has it by which the answer was read. Pure. */

import type { MissingPart, Reply } from "../../../model/reply.ts";
import type { ReplyRule } from "../../../model/reply-rule.ts";

/** `detail`: what the server said; `paths`: which nodes its errors are about. */
export function conflictOf(
  rule: ReplyRule | undefined,
  { detail, paths }: { readonly detail: string; readonly paths: readonly string[] },
): Reply {
  const { means, hint } = rule ?? {};
  return {
    meaning: "conflict",
    detail,
    ...(means === "contended" && { perhapsLocked: true as const }),
    ...(hint !== undefined && { hint }),
    ...missingPart(rule, paths),
  };
}

/** What is missing, where the row says that something is. */
export function missingPart(
  rule: ReplyRule | undefined,
  paths: readonly string[],
): { readonly missing?: MissingPart } {
  if (rule?.missing === undefined) return {};
  const path = paths.find((each) => each !== "");
  return { missing: { what: rule.missing, ...(path !== undefined && { path: path.slice(0, maxPath) }) } };
}

const maxPath = 300;
