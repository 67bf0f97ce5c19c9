/** What no write can make, and why. Pure. */

import { address } from "../model/address.ts";
import type { ImpossibleChange } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { UnmanagedResource } from "../model/live/snapshot.ts";

/** What is live in an inventory that is declared as a whole, and is not declared. */
export function unexpectedIn({ target, kind, identity }: UnmanagedResource): ImpossibleChange {
  const reason = "it is live and not declared: declare it, or take it out of the inventory";
  return { address: address(target, kind, identity), action: "remove", reason, unexpected: true };
}

/** Why something that is only read is not there: half a sentence. */
export function onlyRead({ kind, identity }: Resource): string {
  const why = `the target's credential sees no ${kind} "${identity}", and trueup cannot create one`;
  return `${why}: correct its name, or create it on the controller`;
}

/** Why something cannot be where it is declared now: half a sentence. */
export function moved(desired: Resource, base: Resource): string {
  const why = `its parent was ${base.parent ?? "none"} and is now ${desired.parent ?? "none"}`;
  return `${why}: it cannot be moved, and trueup does not remove and recreate it by itself`;
}
