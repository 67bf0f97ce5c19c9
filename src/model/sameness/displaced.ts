/**
 * Live values that are lost when a declaration is written, although nobody asked for that: nodes of other choice
 * cases.
 */

import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import type { LiveResource } from "../live/snapshot.ts";
import type { Pointer } from "../pointer.ts";

/** The nodes that a write of a resource removes in addition. */
export interface Displacement {
  /** The live value without the displaced nodes. */
  readonly left: Json;
  /** The displaced nodes. Never empty. */
  readonly nodes: readonly DisplacedField[];
}

/**
 * One displaced node. `path` names the field that shows the node. If no field shows the node, `path` consists of wire
 * names.
 */
interface DisplacedField {
  readonly path: Pointer;
  readonly live: Json;
  /** The declared field that displaces the node; empty if it is not a single known field. */
  readonly by: Pointer;
}

/** The displaced nodes for a resource and its live value; undefined: none, or unknown. */
export type DisplacedBy = (resource: Resource, live: LiveResource) => Displacement | undefined;
