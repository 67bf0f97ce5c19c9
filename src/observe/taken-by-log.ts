/** How much of each target was read, and how much its change log was believed of. Pure. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import { type Address, addressParts } from "../model/address.ts";
import type { TakenByLog } from "../model/snapshot.ts";
import type { Collections } from "./collections.ts";
import type { ReadPlace } from "./query.ts";

/** By target, of those that have `changedSince`. */
export function takenByLog(
  addresses: readonly Address[],
  places: ReadonlyMap<Address, ReadPlace>,
  on: { readonly collections: Collections; readonly targets: ReadonlyMap<string, OpenTarget> },
): ReadonlyMap<string, TakenByLog> {
  const taken = new Map<string, TakenByLog>();
  for (const [name, { changes }] of on.targets) {
    if (!changes) continue;
    const own = addresses.filter((address) => addressParts(address).target === name);
    const since = own.flatMap((address) => {
      const { group } = places.get(address) ?? {};
      return (group && on.collections.since(group)) ?? [];
    });
    const resources = own.length;
    const because = changes.distrusted();
    const oldest = since.reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
    taken.set(name, { read: resources - since.length, resources, since: oldest, because });
  }
  return taken;
}
