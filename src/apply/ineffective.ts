/** Which writes had no effect at all. Pure. */

import type { Address } from "../model/address.ts";
import { type Json, sameJson } from "../model/json.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { NonConvergent } from "../model/reply.ts";

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
