/** Which writes had no effect at all. Pure. */

import type { Address } from "../model/address.ts";
import type { SettledField } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { NonConvergent } from "../model/reply.ts";

/**
 * What was accepted and had no effect: a removal of what is still live, with all that would have gone with it; an
 * update of which every field that differs is what it was before; a create of what is not there. Recorded as applied,
 * base would be ahead of live: a removal would be forgotten, a rename would make a second one, and what was never made
 * would have vanished. `keptApart`: a field that the record remembers as not taken. An update of which only such fields
 * differ had its effect.
 */
export function ineffectiveAddresses({
  plan,
  nonConvergent = [],
  keptApart = () => false,
}: {
  readonly plan: Pick<Plan, "changes" | "steps">;
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
  readonly keptApart?: ((field: NonConvergent) => boolean) | undefined;
}): ReadonlySet<Address> {
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const found = Map.groupBy(nonConvergent, ({ address }) => address);
  const left = [...found].filter(([address, fields]) => {
    const change = changes.get(address);
    if (change?.action === "create") return fields.some(({ path }) => path === "");
    if (change?.action !== "update") return change?.action === "remove";
    const before = new Map(change.differences.map(({ path, live }) => [path, live]));
    if (fields.every(keptApart)) return false;
    return fields.every(({ path, live }) => before.has(path) && sameOrNone(before.get(path), live));
  });
  const idle = new Set(left.map(([address]) => address));
  const along = plan.steps.flatMap(({ address, because }) =>
    changes.get(address)?.action === "remove" && idle.has(address) ? because : [],
  );
  return new Set([...idle, ...along]);
}

/** True for the name that a resource is matched by: where its server did not take it, base has the one that is live. */
export function isOwnName(
  { desired }: Pick<SettledField, "desired">,
  resource: Resource | undefined,
): boolean {
  return resource !== undefined && desired === ownName(resource);
}

function sameOrNone(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}
