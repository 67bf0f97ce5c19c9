/** What live loses as what is declared comes, though nobody asks for it: nodes of the other cases of choices. */

import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import type { LiveResource } from "../live/snapshot.ts";
import type { Pointer } from "../pointer.ts";

/** What a write of a resource takes away besides. */
export interface Displacement {
  /** The live value without these. */
  readonly left: Json;
  /** Never empty. */
  readonly nodes: readonly DisplacedField[];
}

/** One place of it, in the terms of the resource's value where a field shows it, else by the names of the wire. */
interface DisplacedField {
  readonly path: Pointer;
  readonly live: Json;
  /** The declared field that displaces it; empty where no one field is known to. */
  readonly by: Pointer;
}

/** By resource and what is live of it; undefined: nothing, or nothing tells. */
export type DisplacedBy = (resource: Resource, live: LiveResource) => Displacement | undefined;
