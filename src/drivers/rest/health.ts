/**
 * Health of sites and devices: which lists of a product contain it, and how the records in them are interpreted. Pure.
 */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import { definedMembers } from "../../model/json.ts";
import type { Driver, Item, ReadRequest } from "../contract/contract.ts";
import type { RestDialect } from "./catalogs/catalog-dialect.ts";

/** Returns the read of all resources of a top-level kind. */
export function listOf(byName: RestDialect["byName"], kind: string): ReadRequest {
  return { collection: byName.get(kind)?.kind.collection.name ?? kind, scope: {}, wanted: [] };
}

/** Returns the reads for health, and the interpretation of their records. A field of an unexpected form is left out. */
export function healthOf(
  { sites, devices }: NonNullable<ProductFile["health"]>,
  byName: RestDialect["byName"],
): NonNullable<Driver["health"]> {
  const { kind, ...fields } = devices;
  return {
    sites: {
      request: listOf(byName, sites.kind),
      of: (item) => {
        const score = fieldOf(item.value, sites.score);
        return { site: item.identity, ...(typeof score === "number" && { score }) };
      },
    },
    devices: {
      request: listOf(byName, kind),
      of: (item) => textsOf(item, fields),
    },
  };
}

/** Returns the values of these fields in an item, by name. Values that are not texts are left out. */
function textsOf(item: Item, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const texts = Object.entries(fields).map(([name, field]) => {
    const value = fieldOf(item.value, field);
    return [name, typeof value === "string" ? value : undefined] as const;
  });
  return definedMembers(texts);
}
