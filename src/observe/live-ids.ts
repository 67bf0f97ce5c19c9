/** Live ids → what is declared: which key an id in a field stands for. */

import { type Address, addressParts } from "../model/address.ts";
import { ownIdIn } from "../model/snapshot.ts";

/** The key of what has this live id, and is of this kind. */
export function keyIn(
  groups: Iterable<ReadonlyMap<string, Address>>,
  wanted: string,
  id: string,
): string | undefined {
  for (const found of groups) {
    const address = found.get(id);
    if (address === undefined) continue;
    const { kind, key } = addressParts(address);
    if (kind === wanted) return key;
  }
  return undefined;
}

/** Notes it by what a field may hold: the live id, or the last one of its chain. */
export function noteId(found: Map<string, Address>, id: string | undefined, address: Address): void {
  if (id !== undefined) found.set(id, address).set(ownIdIn(id), address);
}
