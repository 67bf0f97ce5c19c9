/** Lists whose live elements contain more than their declared fields. */

import { expect, test } from "vitest";
import { fromWire } from "../../../src/catalog/fields/wire.ts";
import { fields } from "../../../src/catalog/schema/field.ts";

const rules = fields.parse({
  rules: {
    type: "array",
    closed: true,
    items: {
      type: "object",
      properties: {
        name: { type: "string" },
        source: {
          type: "object",
          properties: { host: { type: "string", wire: "id", shownIf: { type: "Host" } } },
        },
      },
    },
  },
});
const shown = (rule: object) => fromWire(rules, JSON.parse(JSON.stringify({ rules: [rule] })));

test("what a product tells besides the fields of an element does not count, nor within the objects of one", () => {
  const source = { id: "1", type: "Host", name: "web" };
  expect(shown({ name: "out", links: {}, source })).toEqual({
    rules: [{ name: "out", source: { host: "1" } }],
  });
});

test("an object of which nothing is known stays as it came: it may have to be sent again", () => {
  const source = { id: "1", type: "Country", name: "Denmark" };
  expect(shown({ name: "out", source })).toEqual({ rules: [{ name: "out", source }] });
});
