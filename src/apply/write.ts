/** A change as the write that carries it out. Pure. */

import type { Write } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { referred } from "../model/references.ts";

/** The write of a change. `idOf` gives the live id of its parent and of what its fields name, where it is known. */
export function writeOf(change: Change, idOf: (address: Address) => string | undefined): Write {
  const resource = change.action === "remove" ? change.base : change.desired;
  const parentId = resource.parent === undefined ? undefined : idOf(resource.parent);
  const live = change.action === "create" ? undefined : change.live;
  const sides = [resource.value, live?.value ?? null];
  const named = sides.flatMap((value) =>
    [...referred(resource, value).values()].flatMap((address) => {
      const id = idOf(address);
      return id === undefined ? [] : [[address, id] as const];
    }),
  );
  return {
    operation: change.action,
    kind: resource.kind,
    address: change.address,
    identity: resource.identity,
    scope: resource.scope,
    parentId,
    referredIds: named.length > 0 ? Object.fromEntries(named) : undefined,
    desired: change.action === "remove" ? undefined : change.desired.value,
    differences: change.action === "update" ? change.differences : [],
    secrets: resource.secrets,
    lists: resource.lists,
    ownership: resource.ownership,
    live,
  };
}
