/** What of a change can be adopted, and whether edited texts declare just that. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { type Json, sameJson } from "../../model/json.ts";
import { withAt, writtenPath } from "../../model/list-identity.ts";
import { isWithin, pointer } from "../../model/pointer.ts";

/** What is to be set in one entry. `value` undefined: the whole entry goes. */
export interface EntryEdit {
  readonly resource: Resource;
  readonly fields: readonly Difference[];
  readonly value: Json | undefined;
}

/** What of a change can be adopted, or why nothing can. */
export function entryEditOf(change: Change): EntryEdit | string {
  switch (change.action) {
    case "create":
      return { resource: change.desired, fields: [{ path: "", cause: change.cause }], value: undefined };
    case "remove":
      return "it is no longer declared: declare it again, or remove it with --prune";
    case "update": {
      const { desired: resource, differences } = change;
      const open = differences.filter(
        ({ path }) => !resource.secrets.some((secret) => isWithin(path, secret)),
      );
      if (open.length === 0) return "only secrets differ, and trueup never writes secrets into files";
      const set = open.filter(({ live }) => live !== undefined);
      const places = set.map(({ path }) => pointer(writtenPath(resource, path)));
      if (resource.secrets.some((secret) => places.some((path) => isWithin(secret, path))))
        return "the list that differs contains secrets: edit it by hand";
      const value = open.reduce(
        (all, one) => withAt({ ...resource, value: all }, one.path, one.live),
        resource.value,
      );
      return { resource, fields: open, value };
    }
  }
}

/** True when each of these is declared as it is live now, and everything else as before. */
export function isMeant(before: Desired, after: Desired, all: readonly EntryEdit[]): boolean {
  const edits = new Map(all.map((one) => [one.resource.address, one]));
  for (const [address, { value }] of after.resources) {
    const was = before.resources.get(address);
    const one = edits.get(address);
    const meant = one ? one.value : was?.value;
    if (!was || meant === undefined || !sameJson(value, meant)) return false;
  }
  const goes = (address: Address | undefined): boolean => {
    if (address === undefined) return false;
    const one = edits.get(address);
    return one ? one.value === undefined : goes(before.resources.get(address)?.parent);
  };
  return [...before.resources.keys()].every((address) => after.resources.has(address) !== goes(address));
}
