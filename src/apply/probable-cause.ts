/** Why a field may still differ after it was written, and which writes had no effect at all. Pure. */

import type { Address } from "../model/address.ts";
import { canonicalText, isArray, type Json, sameJson } from "../model/json.ts";
import type { Plan } from "../model/plan/plan.ts";
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

/**
 * What was accepted and had no effect: a removal of what is still live, an update of which every field that differs is
 * what it was before, a create of what is not there. Recorded as applied, base would be ahead of live: a removal would
 * be forgotten, a rename would make a second one, and what was never made would have vanished.
 */
export function ineffectiveAddresses({
  plan,
  nonConvergent = [],
}: {
  readonly plan: Pick<Plan, "changes">;
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
}): ReadonlySet<Address> {
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const found = Map.groupBy(nonConvergent, ({ address }) => address);
  const left = [...found].filter(([address, fields]) => {
    const change = changes.get(address);
    if (change?.action === "create") return fields.some(({ path }) => path === "");
    if (change?.action !== "update") return change?.action === "remove";
    const before = new Map(change.differences.map(({ path, live }) => [path, live]));
    return fields.every(({ path, live }) => before.has(path) && sameOrNone(before.get(path), live));
  });
  return new Set(left.map(([address]) => address));
}

function sameOrNone(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
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
