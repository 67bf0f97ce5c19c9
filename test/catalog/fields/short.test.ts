/**
 * A text as the short form of a list element. The text is accepted, compared and written like the element that it
 * stands for.
 */

import { expect, test } from "vitest";
import { canonicalFields, withoutDefaults } from "../../../src/catalog/fields/canonical.ts";
import { objectSchema } from "../../../src/catalog/fields/schema.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";

const fields: Fields = {
  filters: {
    ...{ type: "array", set: true },
    items: {
      ...{ type: "object", short: "filter", required: ["filter"] },
      properties: {
        filter: { type: "string", minLength: 1 },
        action: { type: "string", enum: ["permit", "deny"], default: "permit" },
      },
    },
  },
};

test("means the element with that field, and with what the product fills in", () => {
  const meant = { filters: [{ filter: "web", action: "permit" }] };
  expect(canonicalFields(fields, { filters: ["web"] })).toEqual(meant);
  expect(canonicalFields(fields, { filters: [{ filter: "web" }] })).toEqual(meant);
  expect(canonicalFields(fields, meant)).toEqual(meant);
});

test("is what an import writes of an element that says nothing else", () => {
  const live = {
    filters: [
      { filter: "web", action: "permit" },
      { filter: "old", action: "deny" },
    ],
  };
  expect(withoutDefaults(fields, live, new Set())).toEqual({
    filters: ["web", { filter: "old", action: "deny" }],
  });
});

test.each([
  ["a text", ["web"], true],
  ["an element", [{ filter: "web" }], true],
  ["both", ["web", { filter: "old", action: "deny" }], true],
  ["an empty text", [""], false],
  ["an element without the field", [{ action: "deny" }], false],
  ["a number", [7], false],
])("may be written beside elements: %s", (_, filters, isTaken) => {
  expect(objectSchema({ fields }).safeParse({ filters }).success).toBe(isTaken);
});
