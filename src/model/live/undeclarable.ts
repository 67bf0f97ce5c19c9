/** What a read showed and no field can declare: an import says each, by address and wire name. */

import type { Address } from "../address.ts";
import type { Json } from "../json.ts";
import type { Pointer } from "../pointer.ts";

/** Something of an item that a read showed and no field can declare. Drivers give it in `LiveResource.undeclarable`. */
export interface UndeclarablePart {
  /**
   * JSON Pointer below the item, in the names of the wire; elements of lists by what identifies them for people, else
   * by their index: `/rules/OUT_TO_IN_VPN/ipsPolicy`.
   */
  readonly path: Pointer;
  /** The names of the wire alone, with dots between them: `rules.ipsPolicy`. Absent: the last of the path. */
  readonly name?: string | undefined;
  /** A value, or a child of a class that no kind has. */
  readonly what: "value" | "child";
  /** The shown value, bounded; absent where it may be a secret, or is a child. */
  readonly value?: Json | undefined;
  /** Why, where that is not simply "no field": a reference that does not resolve, a value that the kind refuses. */
  readonly reason?: string | undefined;
  /** True: leaving it out would change what the rest means elsewhere, so that the item is not imported in part. */
  readonly decides?: true | undefined;
}

/** The same, with where it stands. */
export interface Undeclarable extends UndeclarablePart {
  /** The resource; of a child of a holder that is no resource, the nearest one above it. */
  readonly address: Address;
}

/** So many characters of a value are shown. */
const mostCharacters = 500;

/** A value as it may be shown: a longer one as a text that is cut. */
export function boundedValue(value: Json): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= mostCharacters ? value : `${text.slice(0, mostCharacters)}…`;
}
