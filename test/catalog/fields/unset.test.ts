/** If a product shows nothing, or null, for a field, the live value is the one that the product fills in. */

import { describe, expect, test } from "vitest";
import { alikeFormsOf } from "../../../src/catalog/fields/alike.ts";
import type { Field } from "../../../src/catalog/schema/field.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { holds } from "../../../src/model/sameness/holds.ts";

const isHeld = (field: Field, declared: Json, live: JsonObject) =>
  holds({ it: declared }, live, { alike: alikeFormsOf({ it: field }) });

const text: Field = { type: "string", default: "" };
const any: Field = { type: "string", format: "ignoreCase", default: "Any" };
const list: Field = { type: "array", set: true, items: { type: "string" }, default: [] };
const whole: Field = { type: "object", properties: { on: { type: "boolean", default: false } } };

describe("a field with a default", () => {
  test.each<readonly [what: string, field: Field, declared: Json, live: JsonObject]>([
    ["an empty text that is not shown", text, "", {}],
    ["an empty text that is shown as null", text, "", { it: null }],
    ["an empty list that is not shown", list, [], {}],
    ["a keyword in another case", any, "any", {}],
    ["a member of an object", whole, { on: false }, { it: {} }],
    ["a member that is null", whole, { on: false }, { it: { on: null } }],
  ])("is as declared: %s", (_, field, declared, live) => {
    expect(isHeld(field, declared, live)).toBe(true);
  });

  test.each<readonly [what: string, field: Field, declared: Json, live: JsonObject]>([
    ["a text that is not shown", text, "x", {}],
    ["an element that is not shown", list, ["x"], {}],
    ["null, where nothing is shown", text, null, {}],
    ["empty, where something is shown", text, "", { it: "x" }],
    ["a list that is empty, where one is shown", list, [], { it: ["x"] }],
    ["a switch that is on", whole, { on: true }, { it: {} }],
    ["what has no default", { type: "string" }, "", {}],
    ["what has no default, as null", { type: "string" }, "", { it: null }],
  ])("differs: %s", (_, field, declared, live) => {
    expect(isHeld(field, declared, live)).toBe(false);
  });
});
