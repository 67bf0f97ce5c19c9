/** An import leaves out fields that the product derives from other fields, if it contains those other fields. */

import { expect, test } from "vitest";
import { withoutDefaults } from "../../../src/catalog/fields/canonical.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import type { JsonObject } from "../../../src/model/json.ts";

const pair: Fields = {
  id: { type: "string" },
  name: { type: "string", derivedFrom: ["id"] },
  on: { type: "boolean", default: false },
};
const fields: Fields = {
  group: { type: "object", properties: pair },
  whole: { type: "array", items: { type: "object", properties: pair } },
  named: { type: "array", identity: ["id"], items: { type: "object", properties: pair } },
  servers: {
    type: "array",
    identity: ["host"],
    items: {
      type: "object",
      required: ["host"],
      properties: { server: { type: "string" }, host: { type: "string", derivedFrom: ["server"] } },
    },
  },
};

test.each<readonly [what: string, live: JsonObject, left: JsonObject]>([
  ["in an object", { group: { id: "7", name: "Mail" } }, { group: { id: "7" } }],
  [
    "in a list that is compared whole",
    { whole: [{ id: "7", name: "Mail", on: false }] },
    { whole: [{ id: "7" }] },
  ],
  [
    "in a list whose elements are told apart",
    { named: [{ id: "7", name: "Mail", on: false }] },
    { named: [{ id: "7", on: false }] },
  ],
])("%s", (_, live, left) => {
  expect(withoutDefaults(fields, live, new Set())).toEqual(left);
});

test.each<readonly [what: string, live: JsonObject]>([
  ["where nothing says the other", { group: { name: "Mail" } }],
  ["where the other is null", { group: { id: null, name: "Mail" } }],
  ["what must be declared", { servers: [{ server: "s1", host: "10.0.0.1" }] }],
])("stays: %s", (_, live) => {
  expect(withoutDefaults(fields, live, new Set())).toEqual(live);
});
