/** Live values that writing a declaration removes as a side effect: nodes of other YANG choice cases. */

import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import type { LiveResource } from "../live/snapshot.ts";
import type { Pointer } from "../pointer.ts";

/** The nodes that writing a resource removes as a side effect. */
export interface Displacement {
  /** The live value without the displaced nodes. */
  readonly left: Json;
  /** The displaced nodes. Never empty. */
  readonly nodes: readonly DisplacedField[];
}

/**
 * One displaced node. `path` is the pointer of the field that shows the node. If no field shows it, `path` consists of
 * wire names.
 */
interface DisplacedField {
  readonly path: Pointer;
  readonly live: Json;
  /** The declared field that displaces the node. Empty if several fields do, or the field is unknown. */
  readonly by: Pointer;
}

/** The displaced nodes for a resource and its live value; undefined: none, or unknown. */
export type DisplacedBy = (resource: Resource, live: LiveResource) => Displacement | undefined;
