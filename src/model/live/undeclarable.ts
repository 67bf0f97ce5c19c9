/** Parts of live resources that no field can declare. An import reports each by address and wire name. */

import type { Address } from "../address.ts";
import type { Json } from "../json.ts";
import type { Pointer } from "../pointer.ts";

/** A part of an item that no field can declare. Drivers return it in `LiveResource.undeclarable`. */
export interface UndeclarablePart {
  /**
   * A JSON Pointer relative to the item, in wire names. List elements are given by a readable identity, or by index:
   * `/rules/OUT_TO_IN_VPN/ipsPolicy`.
   */
  readonly path: Pointer;
  /** The wire names only, joined by dots: `rules.ipsPolicy`. Absent: the last part of the path. */
  readonly name?: string | undefined;
  /** What the part is: a value, or a child of a class for which there is no kind. */
  readonly what: "value" | "child";
  /** The shown value, truncated; absent if it may be secret, or if the part is a child. */
  readonly value?: Json | undefined;
  /**
   * Why the part cannot be declared: a reference cannot be resolved, or the kind rejects the value. Absent: there is no
   * field for it.
   */
  readonly reason?: string | undefined;
  /** True: leaving the part out would change the meaning of the rest, so the item is not imported without it. */
  readonly decides?: true | undefined;
}

/** An undeclarable part, with its resource. */
export interface Undeclarable extends UndeclarablePart {
  /**
   * The resource that contains the part. If a child's container is not a resource, this is the nearest ancestor that is
   * one.
   */
  readonly address: Address;
}

/** The number of characters of a value that are shown. */
const mostCharacters = 500;

/** Returns a value for display: unchanged, or as a truncated text if it is over the limit. */
export function boundedValue(value: Json): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= mostCharacters ? value : `${text.slice(0, mostCharacters)}...`;
}
