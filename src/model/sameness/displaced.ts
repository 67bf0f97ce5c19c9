/** What live loses when a declaration is written, although nobody asked for it: nodes of other choice cases. */

import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import type { LiveResource } from "../live/snapshot.ts";
import type { Pointer } from "../pointer.ts";

/** What else a write of a resource removes. */
export interface Displacement {
  /** The live value without these. */
  readonly left: Json;
  /** Never empty. */
  readonly nodes: readonly DisplacedField[];
}

/** One displaced node, in the resource's fields if one shows it, otherwise by wire names. */
interface DisplacedField {
  readonly path: Pointer;
  readonly live: Json;
  /** The declared field that displaces it; empty if not a single known one. */
  readonly by: Pointer;
}

/** By resource and its live value; undefined: nothing, or unknown. */
export type DisplacedBy = (resource: Resource, live: LiveResource) => Displacement | undefined;
