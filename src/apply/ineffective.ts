/** Finds writes that had no effect. Pure. */

import type { Address } from "../model/address.ts";
import type { SettledField } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { NonConvergent } from "../model/reply.ts";

/**
 * Returns the addresses of accepted writes without effect: removals whose resource is still live (and their children),
 * updates whose differing fields are all as before, and creates whose resource does not exist. They must not be
 * recorded as applied. Otherwise a removal would be forgotten, and a rename would create a duplicate. `keptApart`: true
 * for a field that the record remembers as not accepted. Such a field does not make an update ineffective.
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

/**
 * True if the field is the name by which its resource is matched. If the server did not accept this name, base keeps
 * the live name.
 */
export function isOwnName(
  { desired }: Pick<SettledField, "desired">,
  resource: Resource | undefined,
): boolean {
  return resource !== undefined && desired === ownName(resource);
}

function sameOrNone(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}
