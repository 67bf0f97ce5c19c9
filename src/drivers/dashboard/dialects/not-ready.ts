/** How a dashboard says that a network is not ready yet: rows for the table of replies of every dialect. */

import type { ReplyRule } from "../../../model/reply-rule.ts";

/** Between two words: spaces, hyphens, underscores, also as JSON escapes them; or nothing, as in `NotReady`. */
const gap = String.raw`(?:[\s_-]|\\[nrt]){0,8}`;
const apostrophe = String.raw`(?:'|’|\\u2019|\\u0027)`;
const not = `(?:not|n${apostrophe}t|\\b(?:is|are)nt)`;
const yet = `(?:(?:yet|fully|quite|currently|completely|entirely)${gap})?`;

/** "not ready", "is not yet ready", "isn't ready", `NETWORK_NOT_READY` and the like; not "not readable". */
const usual = new RegExp(`${not}${gap}${yet}ready(?![a-z])`, "i");

/** The rows. A network without such devices is refused first, whatever else is said: no waiting changes that. */
export const notReadyRules: readonly ReplyRule[] = [
  { status: 400, body: /only supports/i, means: "refused" },
  { status: 400, body: usual, means: { busy: "notReady" } },
];

/** A dialect's table with these texts in the place of its own words. Upper and lower case are the same. */
export function withNotReady(
  replies: readonly ReplyRule[],
  texts: string | readonly string[],
): readonly ReplyRule[] {
  const all = typeof texts === "string" ? [texts] : texts;
  const patterns = all.map((text) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"));
  const isOwn = ({ means }: ReplyRule) => typeof means !== "string" && means.busy === "notReady";
  return replies.flatMap((rule): readonly ReplyRule[] =>
    isOwn(rule) ? patterns.map((body) => ({ ...rule, body })) : [rule],
  );
}
