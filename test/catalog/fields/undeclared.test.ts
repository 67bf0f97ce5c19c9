/**
 * Members of a record that no field declares. They are found at any depth, by their wire names, if their value has a
 * meaning.
 */

import { describe, expect, test } from "vitest";
import { recordsByName } from "../../../src/catalog/access-words.ts";
import { type UndeclaredWords, undeclaredIn, wholeRecord } from "../../../src/catalog/fields/undeclared.ts";
import { namesMatcher, saidOf } from "../../../src/catalog/name-patterns.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";

const fields: Fields = {
  name: { type: "string" },
  section: { type: "string", wire: "metadata.section" },
  vlan: { type: "integer", wire: "vlanId", sendsAlong: { useVlanTagging: true } },
  password: { type: "string", secret: "hidden" },
  policy: { type: "object", properties: { id: { type: "string", refersTo: "policy" } } },
  free: { type: "object" },
  byName: { type: "object", additionalProperties: { type: "object", properties: { a: { type: "string" } } } },
  rules: {
    type: "array",
    identity: ["name"],
    closed: true,
    items: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, port: { type: "string" } },
    },
  },
  plain: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
};
const on: UndeclaredWords = {
  isReadOnly: namesMatcher(["id", "links", "fvRt*", "metadata.at"]),
  usual: saidOf<Json>([
    ["mtu", "inherit"],
    ["rules.log", false],
  ]),
  decides: (names, isInElement) => isInElement && !names.some(recordsByName),
};
const partsOf = (record: JsonObject) => undeclaredIn(on, { fields }, { record, at: wholeRecord });
const said = (record: JsonObject) => partsOf(record).map(({ path, value }) => [path, value]);

describe("a member that no field takes is said", () => {
  test.each<readonly [string, JsonObject, readonly (readonly [string, unknown])[]]>([
    ["at the top", { name: "a", extra: 5 }, [["/extra", 5]]],
    [
      "beside a field with dots in its wire name",
      { metadata: { section: "m", category: "C" } },
      [["/metadata/category", "C"]],
    ],
    [
      "in an element, which is called by what identifies it",
      { rules: [{ name: "a b", action: "deny" }] },
      [["/rules/a b/action", "deny"]],
    ],
    [
      "in an element without a name, by its number",
      { plain: [{ a: "x" }, { a: "y", b: 1 }] },
      [["/plain/1/b", 1]],
    ],
    ["in a map of objects", { byName: { one: { a: "x", b: true } } }, [["/byName/one/b", true]]],
    [
      "as an object, without what says nothing",
      { extra: { id: "1", x: null, y: [], z: { q: 2 } } },
      [["/extra", { z: { q: 2 } }]],
    ],
    [
      "as an id of something else, and nothing more",
      { rules: [{ name: "r", excluded: [{ id: "7", links: { self: "x" } }] }], newRef: { id: "5" } },
      [
        ["/rules/r/excluded", [{ id: "7", links: { self: "x" } }]],
        ["/newRef", { id: "5" }],
      ],
    ],
    ["with slashes in a name", { rules: [{ name: "10.0.0.0/8", x: 1 }] }, [["/rules/10.0.0.0~18/x", 1]]],
  ])("%s", (_, record, expected) => {
    expect(said(record)).toEqual(expected);
  });
});

test.each<readonly [string, JsonObject]>([
  ["is empty", { extra: null, other: "", list: [], map: {}, inner: { a: { b: [] } } }],
  ["nobody configures", { id: "1", links: { self: "x" }, metadata: { at: 5 }, fvRtCtx: { a: 1 } }],
  ["is as the product fills it in", { mtu: "inherit", rules: [{ name: "a", log: false }] }],
  ["goes along with a field", { vlanId: 5, useVlanTagging: true }],
  ["says what a reference refers to", { policy: { id: "1", name: "P", type: "Policy" } }],
  ["is a field of any form", { free: { any: { thing: 1 } }, password: "x" }],
])("what %s is not said", (_, record) => {
  expect(partsOf(record)).toEqual([]);
});

test("a value that may be a secret is not shown, and a long one is cut", () => {
  expect(said({ authKey: "s3cret", ospf: { preSharedKey: "x" }, text: "a".repeat(600) })).toEqual([
    ["/authKey", undefined],
    ["/ospf", undefined],
    ["/text", `${"a".repeat(500)}...`],
  ]);
});

test("a condition in an element decides what the rest means; a log does not, and nothing beside the list", () => {
  const parts = partsOf({ extra: 1, rules: [{ name: "a", timeRange: "night", logEnd: true }] });
  expect(parts.map(({ name, decides }) => [name, decides])).toEqual([
    ["extra", undefined],
    ["rules.timeRange", true],
    ["rules.logEnd", undefined],
  ]);
});
