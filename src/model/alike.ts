/** Equivalent spellings: how declared and live values are compared if people and products write them differently. */

import type { Json } from "./json.ts";

/** How values are compared at a place; without one, literally. */
export interface AlikeForm {
  /** Normalizes a value so that equivalent spellings become equal JSON. Total, idempotent. Absent: the value itself. */
  readonly of?: ((value: Json) => Json) | undefined;
  /** For an object: its members; `*`: any other member, or any list element. */
  readonly inside?: ReadonlyMap<string, AlikeForm> | undefined;
  /** For a map: normalizes its keys. */
  readonly key?: ((key: string) => string) | undefined;
  /** True for a list whose order does not matter. */
  readonly set?: true | undefined;
  /** Not compared if one of these siblings is declared, because the product derives it from them. */
  readonly derivedFrom?: readonly string[] | undefined;
  /** True for a list of objects whose undeclared members are differences. */
  readonly closed?: true | undefined;
  /** The implicit value if live has none, or null. */
  readonly unset?: Json | undefined;
}
