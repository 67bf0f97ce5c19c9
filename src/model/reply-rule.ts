/** The rows of a dialect's reply table: status, error tag and body to meaning. */

import type { CannotBe } from "./live/snapshot.ts";
import type { BusyReason, MissingPart } from "./reply.ts";
import type { WireRequest } from "./wire.ts";

/** One row of the table by which an answer is read. The first row that fits decides. */
export interface ReplyRule {
  /** An exact status, or a class: `5xx`. */
  readonly status: number | "2xx" | "3xx" | "4xx" | "5xx";
  /** Must match the body's text, where given. Linear: no nested quantifiers. */
  readonly body?: RegExp | undefined;
  /** Must equal the error tag that the dialect finds in the body, where given. */
  readonly tag?: string;
  /** Must be among the body's `error-app-tag`s (RFC 7950, 15), where given. */
  readonly appTag?: string;
  /** Applies only to this method, where given. */
  readonly method?: WireRequest["method"];
  /**
   * conflict: the world is not as it was seen; never a lock. contended: that, or a lock that someone holds; the
   * server does not say which.
   */
  readonly means:
    | "accepted"
    | { readonly busy: BusyReason }
    | "conflict"
    | "contended"
    | "refused"
    | "lost"
    | "absent";
  /** For `conflict` and `refused`: something is missing that another write may bring. */
  readonly missing?: MissingPart["what"];
  /** For `absent`: why nothing can be made there either. */
  readonly cannot?: CannotBe | undefined;
  /** For `refused`: the problem's code. */
  readonly code?: string;
  /** For `refused`, and for a `conflict` that stays although nothing has changed: what to do. */
  readonly hint?: string | undefined;
}

/** True when a row of replies may be about this request: what it says of a PUT holds for a PATCH too. */
export function isForMethod(rule: ReplyRule, { method }: WireRequest): boolean {
  const isPut = rule.method === "PUT" && method === "PATCH";
  return rule.method === undefined || rule.method === method || isPut;
}

/** From the gravest: what may have been done in part, what no waiting mends, what looking again tells, what passes. */
const gravity = ["lost", "refused", "conflict", "contended", "busy", "absent", "accepted"] as const;

/**
 * The row that decides an answer with these error tags, of the rows that fit it otherwise. One tag, or none: the first
 * row that fits. Several: that of the gravest, since a lock that is waited for does not help where another error stays.
 */
export function gravestRule(rules: readonly ReplyRule[], tags: readonly string[]): ReplyRule | undefined {
  const ruleOf = (tag: string | undefined) =>
    rules.find((rule) => rule.tag === undefined || rule.tag === tag);
  if (tags.length === 0) return ruleOf(undefined);
  const found = tags.map(ruleOf);
  // What no row knows is refused.
  if (found.includes(undefined)) return undefined;
  const rank = (rule: ReplyRule | undefined) =>
    gravity.indexOf(rule === undefined || typeof rule.means === "object" ? "busy" : rule.means);
  return found.reduce((gravest, rule) => (rank(rule) < rank(gravest) ? rule : gravest));
}
