/** The rows of a dialect's reply table, which map status, error tag and body to a meaning. */

import type { CannotBe } from "./live/snapshot.ts";
import type { BusyReason, MissingPart } from "./reply.ts";
import type { WireRequest } from "./wire.ts";

/** One row of the table. The first matching row decides. */
export interface ReplyRule {
  /** An exact status, or a class: `5xx`. */
  readonly status: number | "2xx" | "3xx" | "4xx" | "5xx";
  /** A pattern that the body's text must match. Takes linear time, because nested quantifiers are not allowed. */
  readonly body?: RegExp | undefined;
  /** The error tag that the dialect must find in the body. */
  readonly tag?: string;
  /** A text that must be among the body's `error-app-tag`s (RFC 7950, 15). */
  readonly appTag?: string;
  /** The method to which the row applies (`PUT` also applies to PATCH requests). Absent: all methods. */
  readonly method?: WireRequest["method"];
  /**
   * `conflict`: the live state has changed since it was read, and no lock is held. `contended`: the live state has
   * changed or a lock is held; the server does not say which.
   */
  readonly means:
    | "accepted"
    | { readonly busy: BusyReason }
    | "conflict"
    | "contended"
    | "refused"
    | "lost"
    | "absent";
  /** For `conflict` and `refused`: the missing dependency, which another write may create. */
  readonly missing?: MissingPart["what"];
  /** For `absent`: why it is also impossible to create something at the requested place. */
  readonly cannot?: CannotBe | undefined;
  /** For `refused`: the problem's code. */
  readonly code?: string;
  /** For `refused`: what to do. For `conflict`: what to do if the live state has not changed after all. */
  readonly hint?: string | undefined;
}

/** True if a row applies to this request's method: rows for PUT also apply to PATCH. */
export function isForMethod(rule: ReplyRule, { method }: WireRequest): boolean {
  const isPut = rule.method === "PUT" && method === "PATCH";
  return rule.method === undefined || rule.method === method || isPut;
}

/**
 * The meanings, the gravest first: first possible partial effects, then permanent failures, failures that a read
 * resolves, and temporary failures.
 */
const gravity = ["lost", "refused", "conflict", "contended", "busy", "absent", "accepted"] as const;

/**
 * Returns the row that decides a reply with these error tags. The given rows match the reply in all other respects.
 * With several tags, the gravest row decides, because waiting for a lock does not help if another error remains.
 * Undefined: no row matches, or one of the tags has no row.
 */
export function gravestRule(rules: readonly ReplyRule[], tags: readonly string[]): ReplyRule | undefined {
  const ruleOf = (tag: string | undefined) =>
    rules.find((rule) => rule.tag === undefined || rule.tag === tag);
  if (tags.length === 0) return ruleOf(undefined);
  const found = tags.map(ruleOf);
  // A reply with a tag that has no row means refused.
  if (found.includes(undefined)) return undefined;
  const rank = (rule: ReplyRule | undefined) =>
    gravity.indexOf(rule === undefined || typeof rule.means === "object" ? "busy" : rule.means);
  return found.reduce((gravest, rule) => (rank(rule) < rank(gravest) ? rule : gravest));
}
