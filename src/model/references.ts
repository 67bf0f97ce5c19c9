/** References by key to other resources on the same target, such as the network of a device. */

import { type Address, address, addressParts } from "./address.ts";
import type { Resource } from "./desired.ts";
import { isObject, type Json } from "./json.ts";

/**
 * Field → the address that it names. `value` may be the live one: observing puts keys in the place of live ids, so
 * both sides name resources alike; a live id of something that nobody declares names none.
 */
export function referred(
  { target, refersTo = {} }: Pick<Resource, "target" | "refersTo">,
  value: Json,
): ReadonlyMap<string, Address> {
  const named = new Map<string, Address>();
  if (!isObject(value)) return named;
  for (const [field, kind] of Object.entries(refersTo)) {
    const key = value[field];
    if (typeof key === "string") named.set(field, address(target, kind, key));
  }
  return named;
}

/** A live value with keys in the place of ids. An id that belongs to nothing declared becomes `{ id }`. */
export function withKeys(value: Json, ids: ReadonlyMap<string, ReadonlyMap<string, Address>>): Json {
  if (!isObject(value)) return value;
  const named = [...ids].flatMap(([field, addresses]): [string, Json][] => {
    const id = value[field];
    if (typeof id !== "string") return [];
    const of = addresses.get(id);
    return [[field, of === undefined ? { id } : addressParts(of).key]];
  });
  return { ...value, ...Object.fromEntries(named) };
}
