/** Converts a product's reply table to rules. Pure. */

import type { BusyReason } from "../model/reply.ts";
import type { ReplyRule } from "../model/reply-rule.ts";
import { anyText } from "./patterns/pattern.ts";
import type { ProductFile } from "./schema/product.ts";

/**
 * Matches the gap between two words: spaces, hyphens or underscores, also as JSON escapes. It also matches no gap, as
 * in `NotReady`.
 */
const gap = String.raw`(?:[\s_-]|\\[nrt]){0,8}`;
const apostrophe = String.raw`(?:'|\u2019|\\u2019|\\u0027)`;
const not = `(?:not|n${apostrophe}t|\\b(?:is|are)nt)`;
const yet = `(?:(?:yet|fully|quite|currently|completely|entirely)${gap})?`;

/** Matches "not ready", "is not yet ready", "isn't ready", `NETWORK_NOT_READY` and the like, but not "not readable". */
const notReadyText = new RegExp(`${not}${gap}${yet}ready(?![a-z])`, "i");

type Row = ProductFile["replies"][number];

function isBusy(means: Row["means"]): means is BusyReason {
  return ["notReady", "throttled", "locked", "unavailable"].includes(means);
}

/** Returns the rules, in the order of the table. */
export function replyRules({ replies }: Pick<ProductFile, "replies">): readonly ReplyRule[] {
  return replies.map(ruleOf);
}

function ruleOf({ status, method, tag, means, code, hint, ...row }: Row): ReplyRule {
  const body = bodyOf(row);
  return {
    status,
    means: isBusy(means) ? { busy: means } : means,
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
    ...(tag !== undefined && { tag }),
    ...(code !== undefined && { code }),
    ...(hint !== undefined && { hint }),
  };
}

function bodyOf({ text, says }: Pick<Row, "text" | "says">): RegExp | undefined {
  if (text === undefined) return says === undefined ? undefined : notReadyText;
  return anyText(typeof text === "string" ? [text] : text, "i");
}
