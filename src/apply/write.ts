/** A change as the write that carries it out. Pure. */

import type { Write } from "../drivers/contract.ts";
import type { Change } from "../model/change.ts";

/** The write of a change. `parentId` is the live id of the parent, where its kind has one. */
export function writeOf(change: Change, parentId: string | undefined): Write {
  const resource = change.action === "remove" ? change.base : change.desired;
  const live = change.action === "create" ? undefined : change.live;
  return {
    operation: change.action,
    kind: resource.kind,
    address: change.address,
    identity: resource.identity,
    scope: resource.scope,
    ...(parentId !== undefined && { parentId }),
    ...(change.action !== "remove" && { desired: change.desired.value }),
    differences: change.action === "update" ? change.differences : [],
    secrets: resource.secrets,
    lists: resource.lists,
    ownership: resource.ownership,
    ...(live && { live }),
  };
}
