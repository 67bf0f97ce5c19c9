/** Two spellings of one meaning: how declared and live are compared where people and products write differently. */

import type { Json } from "./json.ts";

/** How spellings of one meaning are compared at a place of a value; what has none is compared as it is. */
export interface AlikeForm {
  /** The form in which two spellings of one meaning are equal JSON. Total, idempotent. Absent: the value itself. */
  readonly of?: ((value: Json) => Json) | undefined;
  /** Of an object: its members; `*`: any other member, or any element of a list. */
  readonly inside?: ReadonlyMap<string, AlikeForm> | undefined;
  /** Of a map: the form of its keys. */
  readonly key?: ((key: string) => string) | undefined;
  /** True, of a list: order does not count. */
  readonly set?: true | undefined;
  /** Never compared where one of these, which stand beside it, is declared: the product works it out of them. */
  readonly derivedFrom?: readonly string[] | undefined;
  /** True, of a list of objects: what its elements show besides what is declared of them is a difference. */
  readonly closed?: true | undefined;
  /** What counts where nothing is live, or null: what the product has without saying it. */
  readonly unset?: Json | undefined;
}
