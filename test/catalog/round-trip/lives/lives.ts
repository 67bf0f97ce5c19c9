/** The round trips of a product's kinds, for tests and for the simulation. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import type { RoundTrip } from "../round-trip.ts";

/** The kinds of a catalog that can go round, and the server on which they do. */
export interface Lives {
  /** The catalog's name. */
  readonly product: string;
  readonly catalog: Catalog;
  /** The names of the kinds. */
  readonly names: readonly string[];
  /** Takes a kind through its life cycle on a new server. `changed` replaces the catalog. */
  lifeOf(kind: string, changed?: Catalog): Promise<RoundTrip>;
}
