/**
 * Constraints of a schema on values. A constraint that a field can express is part of the field, and any other
 * constraint is reported.
 */

import { expect, test } from "vitest";
import { plainSchema } from "../../../src/catalog/derive/dereference.ts";
import { draftFields } from "../../../src/catalog/derive/fields.ts";
import type { JsonObject } from "../../../src/model/json.ts";

function derived(schema: JsonObject) {
  const notes: string[] = [];
  const create = plainSchema({}, { type: "object", properties: { size: schema } });
  const { size } = draftFields({ create }, (field, what) => void notes.push(`${field}: ${what}`));
  return { size, notes };
}

const left = (...words: string[]) =>
  words.map((word) => `size: declared without \`${word}\`, which a field of a catalog cannot express`);
const [integer, number, text] = [{ type: "integer" }, { type: "number" }, { type: "string" }];

test.each<[string, JsonObject, JsonObject]>([
  [
    "a number that is left out",
    { ...integer, exclusiveMinimum: 3, exclusiveMaximum: 9 },
    { minimum: 4, maximum: 8 },
  ],
  [
    "a fraction that is left out",
    { ...integer, exclusiveMinimum: 3.5, exclusiveMaximum: 9.5 },
    { minimum: 4, maximum: 9 },
  ],
  ["the narrower of two bounds", { ...integer, minimum: 5, exclusiveMinimum: 3 }, { minimum: 5 }],
  ["a flag, as in 3.0", { ...integer, minimum: 3, exclusiveMinimum: true }, { minimum: 4 }],
  ["a flag that is off", { ...number, minimum: 3, exclusiveMinimum: false }, { minimum: 3 }],
  ["the only value", { ...text, const: "a" }, { enum: ["a"] }],
  [
    "one of several values",
    {
      oneOf: [
        { ...text, const: "a" },
        { ...text, enum: ["b", "a"] },
      ],
    },
    { ...text, enum: ["a", "b"] },
  ],
  ["whole numbers", { ...integer, multipleOf: 1 }, {}],
  ["a pattern, however slow JavaScript is with it", { ...text, pattern: "^(a+)+$" }, { pattern: "^(a+)+$" }],
])("%s is carried", (_, schema, expected) => {
  const { size, notes } = derived(schema);
  expect(notes).toEqual([]);
  const { oneOf: __, ...own } = schema;
  expect(size).toEqual({ ...(own.type !== undefined && { type: own.type }), ...expected });
});

test.each<[string, JsonObject, readonly string[]]>([
  ["an end that is left out of all numbers", { ...number, exclusiveMinimum: 0 }, ["exclusiveMinimum"]],
  ["such a flag", { ...number, maximum: 9, exclusiveMaximum: true }, ["exclusiveMaximum"]],
  ["an object as the only value", { const: { a: 1 } }, ["const"]],
  ["steps", { ...integer, multipleOf: 5 }, ["multipleOf"]],
  ["a pattern that RE2 cannot match", { ...text, pattern: "^(?=.*[A-Z]).+$" }, ["pattern"]],
  ["what is no pattern", { ...text, pattern: "(" }, ["pattern"]],
  ["names by a pattern", { type: "object", patternProperties: { "^x": text } }, ["patternProperties"]],
  [
    "elements by place",
    { type: "array", items: text, prefixItems: [text], uniqueItems: true },
    ["uniqueItems", "prefixItems"],
  ],
])("%s is told", (_, schema, words) => {
  expect(derived(schema).notes).toEqual(left(...words));
});

test("what stands beside several forms is carried, and that there are several is told", () => {
  const { size, notes } = derived({
    type: "object",
    properties: { a: text, b: text },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
  });
  expect(size).toMatchObject({ type: "object", properties: { a: text, b: text } });
  expect(notes).toEqual(["size: one of several forms"]);
});
