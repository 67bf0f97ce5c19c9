/**
 * Equivalent spellings: how a declared and a live value are compared although people and products spell them
 * differently.
 */

import type { Json } from "../json.ts";

/** How values are compared at a place in a value. Without a form, values are compared literally. */
export interface AlikeForm {
  /**
   * Normalizes a value so that equivalent spellings become equal JSON. Accepts every value; idempotent. Absent: the
   * value stays unchanged.
   */
  readonly of?: ((value: Json) => Json) | undefined;
  /** The forms of an object's members, by name. `*` is the form of any other member, or of any list element. */
  readonly inside?: ReadonlyMap<string, AlikeForm> | undefined;
  /** For a map: returns the normalized form of a key. */
  readonly key?: ((key: string) => string) | undefined;
  /** True for a list whose order does not matter. */
  readonly set?: true | undefined;
  /**
   * The siblings from which the product derives this member. If one of the siblings is declared, the member is not
   * compared.
   */
  readonly derivedFrom?: readonly string[] | undefined;
  /** True for a list of objects in which undeclared members count as differences. */
  readonly closed?: true | undefined;
  /**
   * For a list with identity that is written as a whole. `declared`: elements that Git no longer declares are removed,
   * and elements that Git never declared stay. `all`: every undeclared element is removed, because it could be sent
   * only with its secrets, which are unknown.
   */
  readonly whole?: "declared" | "all" | undefined;
  /**
   * The value that the product assumes if none is set. It counts as the live value if the live value is absent or null.
   */
  readonly unset?: Json | undefined;
}
