/** How records show fields: plain values with another type, and elements that belong to the product. */

import { describe, expect, test } from "vitest";
import { fromWire } from "../../../src/catalog/fields/wire.ts";
import type { Field } from "../../../src/catalog/schema/field.ts";
import type { Json } from "../../../src/model/json.ts";

const shown = (field: Field, value: Json) => fromWire({ it: field }, { it: value }).it;

describe("a plain value that a reply spells in another type", () => {
  test.each<readonly [what: string, field: Field, value: Json, meant: Json]>([
    ["a number as a text", { type: "integer" }, "514", 514],
    ["a fraction as a text", { type: "number" }, "5.5", 5.5],
    ["a boolean as a text", { type: "boolean" }, "false", false],
    ["a text as a number", { type: "string" }, 20, "20"],
    ["a text as the object with that id", { type: "string" }, { id: "app/7", name: "Mail" }, "app/7"],
    ["one of a list", { type: "array", items: { type: "string" } }, ["a", { id: "b" }, 3], ["a", "b", "3"]],
    ["one of a map", { type: "object", additionalProperties: { type: "integer" } }, { a: "1" }, { a: 1 }],
  ])("%s is read as what the field is", (_, field, value, meant) => {
    expect(shown(field, value)).toEqual(meant);
  });

  test.each<readonly [what: string, field: Field, value: Json]>([
    ["a word where a number is", { type: "integer" }, "any"],
    ["a fraction where a whole number is", { type: "integer" }, "5.5"],
    ["a number in another spelling", { type: "integer" }, "0514"],
    ["more digits than a number has", { type: "integer" }, "12345678901234567890"],
    ["what is not a number at all", { type: "number" }, "NaN"],
    ["an empty text where a number is", { type: "integer" }, ""],
    ["a number where a boolean is", { type: "boolean" }, 1],
    ["an object without an id", { type: "string" }, { name: "Mail" }],
    ["a text without a type", {}, "514"],
    ["null", { type: "string" }, null],
  ])("%s stays as it is", (_, field, value) => {
    expect(shown(field, value)).toEqual(value);
  });
});

describe("elements at the end of a list that are the product's own", () => {
  const rule = (comment: string) => ({ comment, policy: "allow" });
  const rules = (builtIn: NonNullable<Field["builtIn"]>): Field => ({ type: "array", builtIn, items: {} });
  const one = rules({ comment: "Default rule" });
  const two = rules({ comment: ["Local access", "Default rule"] });

  test.each<readonly [what: string, field: Field, live: readonly string[], left: readonly string[]]>([
    ["the last one", one, ["web", "Default rule"], ["web"]],
    ["the only one", one, ["Default rule"], []],
    ["one of several", two, ["web", "Default rule"], ["web"]],
    ["several", two, ["web", "Local access", "Default rule"], ["web"]],
  ])("%s: left out", (_, field, live, left) => {
    expect(shown(field, live.map(rule))).toEqual(left.map(rule));
  });

  test.each<readonly [what: string, field: Field, live: readonly string[], left: readonly string[]]>([
    ["what stands before others", one, ["Default rule", "web"], ["Default rule", "web"]],
    ["what looks like it, before it", one, ["Default rule", "Default rule"], ["Default rule"]],
    ["all, where it is not there", two, ["web", "mail"], ["web", "mail"]],
  ])("%s: stays", (_, field, live, left) => {
    expect(shown(field, live.map(rule))).toEqual(left.map(rule));
  });

  test("an element must have all that is said of them", () => {
    const both = rules({ comment: "Default rule", policy: "deny" });
    expect(shown(both, [rule("Default rule")])).toEqual([rule("Default rule")]);
    expect(shown(one, ["Default rule"])).toEqual(["Default rule"]);
  });
});
