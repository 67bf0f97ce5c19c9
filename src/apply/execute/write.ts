/** Converts a change into the write that carries it out. Pure. */

import type { Write } from "../../drivers/contract/contract.ts";
import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { referred } from "../../model/references.ts";

/** What a write needs to know about other resources. */
export interface KnownOthers {
  /** The live id of a resource; undefined if it is unknown. */
  idOf(address: Address): string | undefined;
  /** The value that identifies the resource on the server; undefined if it is unknown. */
  nameOf(address: Address): string | undefined;
}

/** The write of a change, with the ids of its parent and of the resources that it references. */
export function writeOf(change: Change, { idOf, nameOf }: KnownOthers): Write {
  const resource = change.action === "remove" ? change.base : change.desired;
  const parentId = resource.parent === undefined ? undefined : idOf(resource.parent);
  const live = change.action === "create" ? undefined : change.live;
  const sides = [resource.value, live?.value ?? null];
  const named = sides.flatMap((value) => [...referred(resource, value).values()]);
  const [ids, names] = [known(named, idOf), known(named, nameOf)];
  return {
    operation: change.action,
    kind: resource.kind,
    address: change.address,
    identity: resource.identity,
    scope: resource.scope,
    parentId,
    referredIds: ids.length > 0 ? Object.fromEntries(ids) : undefined,
    referredNames: names.length > 0 ? names : undefined,
    desired: change.action === "remove" ? undefined : change.desired.value,
    differences: change.action === "update" ? change.differences : [],
    secrets: resource.secrets,
    lists: resource.lists,
    ownership: resource.ownership,
    live,
  };
}

function known(
  addresses: readonly Address[],
  find: (address: Address) => string | undefined,
): readonly (readonly [Address, string])[] {
  return addresses.flatMap((each) => {
    const value = find(each);
    return value === undefined ? [] : [[each, value] as const];
  });
}
