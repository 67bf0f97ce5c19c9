/**
 * How many fields of a catalog have a type. docs/dialects.md says that at least half of each kind's fields have one.
 */

import { expect, test } from "vitest";
import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";

const products = ["apic", "catalyst-center", "fmc", "intersight", "meraki", "vmanage", "webex"];

/** Returns the fields that hold values, including those in objects and in lists of objects. */
function values(fields: Fields): readonly Field[] {
  return Object.values(fields).flatMap((field) => {
    const inner = field.properties ?? field.items?.properties;
    return inner ? values(inner) : [field];
  });
}

test.each(products)("of each kind of %s at least half of the fields have a type", (product) => {
  const short = catalogsIn()
    .read(product)
    .kinds.flatMap(({ kind, fields }) => {
      const all = values(fields);
      const typed = all.filter(
        ({ type, enum: some, refersTo, secret }) => type ?? some ?? refersTo ?? secret,
      );
      return typed.length * 2 < all.length ? [kind] : [];
    });
  expect(short).toEqual([]);
});
