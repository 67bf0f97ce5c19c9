/** Parts of reads that no field can declare: an import reports each, by address and wire name. */

import type { Address } from "../address.ts";
import type { Json } from "../json.ts";
import type { Pointer } from "../pointer.ts";

/** A part of an item that no field can declare. Drivers return it in `LiveResource.undeclarable`. */
export interface UndeclarablePart {
  /**
   * A JSON Pointer relative to the item, in wire names; list elements by their human-readable identity, or by index:
   * `/rules/OUT_TO_IN_VPN/ipsPolicy`.
   */
  readonly path: Pointer;
  /** Only the wire names, joined by dots: `rules.ipsPolicy`. Absent: the last part of the path. */
  readonly name?: string | undefined;
  /** A value, or a child of a class without a kind. */
  readonly what: "value" | "child";
  /** The shown value, truncated; absent if it may be secret, or is a child. */
  readonly value?: Json | undefined;
  /** Why, if not simply for lack of a field: an unresolvable reference, a value that the kind rejects. */
  readonly reason?: string | undefined;
  /** True: omitting it would change the meaning of the rest, so the item is not imported in part. */
  readonly decides?: true | undefined;
}

/** The same, with its resource. */
export interface Undeclarable extends UndeclarablePart {
  /** The resource; for a child of a container that is no resource, the nearest ancestor that is one. */
  readonly address: Address;
}

/** The number of characters of a value that are shown. */
const mostCharacters = 500;

/** A displayable value: a longer one is a truncated text. */
export function boundedValue(value: Json): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= mostCharacters ? value : `${text.slice(0, mostCharacters)}...`;
}
