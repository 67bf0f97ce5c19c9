/**
 * References between the parts of a text. All spellings, declared or live, have one canonical form; the text is sent in
 * its own form.
 */

import { describe, expect, test } from "vitest";
import { alikeFormsOf } from "../../../src/catalog/fields/alike.ts";
import { canonicalFields } from "../../../src/catalog/fields/canonical.ts";
import { referencesIn } from "../../../src/catalog/fields/pointers.ts";
import { fromWire, toWire } from "../../../src/catalog/fields/wire.ts";
import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import type { Json } from "../../../src/model/json.ts";
import { holds } from "../../../src/model/sameness/holds.ts";
import { Secret } from "../../../src/model/secret.ts";

const text = (format: NonNullable<Field["format"]>): Field => ({
  type: "string",
  format,
  items: {
    type: "object",
    properties: {
      object: { type: "string", refersTo: "door", wireText: "OBJ({})" },
      group: { type: "string", refersTo: "wall", wireText: "GRP({})" },
    },
  },
});
const fields: Fields = { set: text(["flags", "cidr", "ignoreCase"]), list: text(["parts"]) };
const canonical = (value: Json, name = "set") => canonicalFields(fields, { [name]: value })[name];
const sent = (value: Json, name = "set") => toWire(fields, { [name]: value }, () => new Secret(""))[name];
const shown = (value: Json, name = "set") => fromWire(fields, { [name]: value })[name];

describe("the canonical form", () => {
  test.each([
    ["a text without references", "B, a", "B, a"],
    ["a list without references", ["B", "a , c"], "B,a,c"],
    ["a list with one", ["b", { object: "x" }, "a"], ["a", "b", { object: "x" }]],
    ["a text with ids", "OBJ(1), a,,GRP(2)", ["a", { group: { id: "2" } }, { object: { id: "1" } }]],
    ["one by id, with a name for people", [{ object: { id: "1", name: "x" } }], [{ object: { id: "1" } }]],
    ["the same twice", [{ object: "x" }, "a", { object: "x" }, "a"], ["a", { object: "x" }]],
    ["another value", 7, 7],
  ])("of %s", (_, value, expected) => {
    expect(canonical(value)).toEqual(expected);
    expect(canonical(canonical(value) ?? null)).toEqual(expected);
  });

  test("keeps the order where it counts", () => {
    const value = ["b", { object: "x" }, "a", "b"];
    expect(canonical(value, "list")).toEqual(value);
  });
});

test.each([
  ["a, B", "a, B"],
  ["OBJ(1),10.0.0.0/8,GRP(2)", [{ object: "1" }, "10.0.0.0/8", { group: "2" }]],
  ["OBJ(../../x)", "OBJ(../../x)"],
  ["OBJ(1),OBJ(a/b)", [{ object: "1" }, "OBJ(a/b)"]],
  ["OBJ(),OBJ((1)),xOBJ(1)", "OBJ(),OBJ((1)),xOBJ(1)"],
])("%s is shown as %j, and sent as it was", (wire, value) => {
  expect(shown(wire, "list")).toEqual(value);
  expect(sent(value, "list")).toBe(wire);
});

test("a reference by id is sent with its id", () => {
  expect(sent([{ object: { id: "7" } }, "a"])).toBe("OBJ(7),a");
});

test("each of them refers to its kind", () => {
  expect(referencesIn({ set: fields.set ?? {} })).toEqual({
    "/set/*/object": "door",
    "/set/*/group": "wall",
  });
});

test.each([
  [["A", { object: "x" }], ["a", { object: "x" }], true],
  [["2001:DB8::/32", { object: "x" }], [{ object: "x" }, "2001:db8::/32"], true],
  [["a", { object: "x" }], ["a", { object: "y" }], false],
  [["a", { object: "x" }], ["a", { group: "x" }], false],
  [["a", { object: "x" }], ["a", { object: "x" }, "b"], false],
  ["a", ["a", { object: "x" }], false],
])("%j and %j: %s", (one, other, expected) => {
  expect(holds({ set: one }, { set: other }, { alike: alikeFormsOf(fields) })).toBe(expected);
});
