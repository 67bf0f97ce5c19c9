/** Why a field may still differ after it was written. Pure. */

import { canonicalText, isArray, type Json, sameJson } from "../model/json.ts";
import type { NonConvergent } from "../model/reply.ts";

/**
 * | desired and live                                | likely          |
 * |-------------------------------------------------|-----------------|
 * | live has nothing                                | not readable    |
 * | texts that are equal without case               | case            |
 * | lists of the same elements                      | order           |
 * | lists of texts that are equal without case      | case            |
 * | the same number, once as text or padded         | number format   |
 * | anything else                                   | server default  |
 */
export function probableCause(desired: Json | undefined, live: Json | undefined): NonConvergent["likely"] {
  if (live === undefined || live === null) return "not readable";
  if (desired === undefined) return "server default";
  if (isNumeric(desired) && isNumeric(live) && Number(desired) === Number(live)) return "number format";
  if (isArray(desired) && isArray(live)) {
    if (sameJson(sorted(desired), sorted(live))) return "order";
    return sameJson(sorted(desired.map(lowered)), sorted(live.map(lowered))) ? "case" : "server default";
  }
  if (typeof desired === "string" && typeof live === "string" && lowered(desired) === lowered(live)) {
    return "case";
  }
  return "server default";
}

/** True when the server took what was written, and only spells it in another way. */
export function isSpelling({ likely }: Pick<NonConvergent, "likely">): boolean {
  return likely === "case" || likely === "order" || likely === "number format";
}

function lowered(value: Json): Json {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function isNumeric(value: Json): value is string | number {
  return typeof value === "number" || (typeof value === "string" && /^[-+]?\d+(\.\d+)?$/.test(value));
}

function sorted(list: readonly Json[]): readonly Json[] {
  return list.map(canonicalText).sort();
}
