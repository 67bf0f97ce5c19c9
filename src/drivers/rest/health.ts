/** Health of sites and devices: which lists of a product tell of it, and how their records read. Pure. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Driver, Item, ReadRequest } from "../contract.ts";
import type { RestDialect } from "./catalog.ts";

/** The read of all of a kind that is in nothing. */
export function listOf(byName: RestDialect["byName"], kind: string): ReadRequest {
  return { collection: byName.get(kind)?.kind.collection.name ?? kind, scope: {}, wanted: [] };
}

/** What is read for health, and what a record tells of it: nothing by a field that has another form than expected. */
export function healthOf(
  { sites, devices }: NonNullable<ProductFile["health"]>,
  byName: RestDialect["byName"],
): NonNullable<Driver["health"]> {
  const { kind, ...fields } = devices;
  return {
    sites: {
      request: listOf(byName, sites.kind),
      of: (item) => {
        const score = shown(item, sites.score);
        return { site: item.identity, ...(typeof score === "number" && { score }) };
      },
    },
    devices: {
      request: listOf(byName, kind),
      of: (item) => textsOf(item, fields),
    },
  };
}

function shown({ value }: Item, field: string): Json | undefined {
  return isObject(value) ? fieldOf(value, field) : undefined;
}

/** Those of the fields that are texts. */
function textsOf(item: Item, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const texts = Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, string])[] => {
    const value = shown(item, field);
    return typeof value === "string" ? [[name, value]] : [];
  });
  return Object.fromEntries(texts);
}
