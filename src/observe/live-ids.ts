/** Live ids of what is declared, and the keys that stand in their place. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { Resource } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import { at } from "../model/pointer.ts";
import { mapReferences } from "../model/references.ts";
import { ownIdIn } from "../model/snapshot.ts";

/** The key of what has this live id, and is of this kind. */
function keyIn(
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

/** By what a field may hold: the live id, or the last one of its chain. */
export function noteId(found: Map<string, Address>, id: string | undefined, address: Address): void {
  if (id !== undefined) found.set(id, address).set(ownIdIn(id), address);
}

/**
 * A live value with keys in the place of ids, and `{ id }` for what is not declared. `former`: what is still called so
 * by base alone, which counts only where desired says something: its id could not be put in its place again.
 */
export function inKeys(
  live: Json,
  { refersTo = {}, value: desired }: Pick<Resource, "refersTo" | "value">,
  {
    groups,
    former,
  }: {
    readonly groups: Iterable<ReadonlyMap<string, Address>>;
    readonly former: ReadonlyMap<string, Address>;
  },
): Json {
  const said = Object.entries(refersTo).filter(([field]) => at(desired, field) !== undefined);
  const named = mapReferences(live, refersTo, (found, kind) =>
    typeof found === "string" ? (keyIn(groups, kind, found) ?? { id: found }) : found,
  );
  return mapReferences(named, Object.fromEntries(said), (found, kind) =>
    isObject(found) ? (keyIn([former], kind, String(found.id)) ?? found) : found,
  );
}
