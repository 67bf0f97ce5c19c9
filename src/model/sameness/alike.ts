/** Equivalent spellings: how declared and live values are compared if people and products write them differently. */

import type { Json } from "../json.ts";

/** How values are compared at a place. At a place without a form, values are compared literally. */
export interface AlikeForm {
  /**
   * Normalizes a value so that equivalent spellings become equal JSON. Accepts every value; idempotent. Absent: the
   * value stays unchanged.
   */
  readonly of?: ((value: Json) => Json) | undefined;
  /** The forms of an object's members, by name; `*`: any other member, or any list element. */
  readonly inside?: ReadonlyMap<string, AlikeForm> | undefined;
  /** For a map: normalizes its keys. */
  readonly key?: ((key: string) => string) | undefined;
  /** True for a list whose order does not matter. */
  readonly set?: true | undefined;
  /** Siblings from which the product derives the member. If one of them is declared, the member is not compared. */
  readonly derivedFrom?: readonly string[] | undefined;
  /** True for a list of objects in which undeclared members count as differences. */
  readonly closed?: true | undefined;
  /**
   * For a list with identity that is written as a whole. `declared`: an element that Git no longer declares is removed,
   * and an element that Git never declared stays. `all`: every undeclared element is removed, because it could only be
   * sent with secrets that are unknown.
   */
  readonly whole?: "declared" | "all" | undefined;
  /**
   * The value that the product assumes if none is set. It counts as the live value if the live value is absent or null.
   */
  readonly unset?: Json | undefined;
}
