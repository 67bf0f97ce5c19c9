/**
 * Names that are sent beside ids. A declared name is sent as declared. Otherwise the name of the live object is sent,
 * or no name if it is unknown.
 */

import { expect, test } from "vitest";
import { field } from "../../../src/catalog/schema/field.ts";
import { sendsNames, withNames } from "../../../src/drivers/rest/sent-names.ts";
import { writeOf } from "../opened.ts";

const zone = field.parse({ type: "string", wire: "zoneId", refersTo: "zone", sendsName: "label" });
const fields = {
  zones: { type: "array", items: { type: "object", properties: { zone } } },
  inner: { type: "object", properties: { one: { type: "object", properties: { zone } } } },
} as const;
const write = writeOf({
  ...{ operation: "update", kind: "rule", identity: "a" },
  referredIds: { "t/zone/in": "z1" },
  referredNames: [
    ["t/zone/in", "Inside"],
    ["t/zone/z2", "Named by a key that is its id"],
  ],
  live: {
    value: {},
    raw: {
      zones: [
        { zoneId: "z1", label: "Once" },
        { zoneId: "z3", label: "Live" },
      ],
    },
  },
});

test("what is declared has its declared name, what is only live the one that it shows, all else none", () => {
  const value = {
    zones: [{ zone: "z1" }, { zone: "z2" }, { zone: "z3" }, { zone: "z4" }, { other: "z1" }],
    inner: { one: { zone: "z3" } },
  };
  expect(withNames(fields, write, value)).toEqual({
    zones: [
      { zone: "z1", label: "Inside" },
      { zone: "z2", label: "Named by a key that is its id" },
      { zone: "z3", label: "Live" },
      { zone: "z4" },
      { other: "z1" },
    ],
    inner: { one: { zone: "z3", label: "Live" } },
  });
});

test("fields that send no name are left as they are", () => {
  const value = { zones: [{ zone: "z1" }] };
  expect(sendsNames(fields)).toBe(true);
  expect(sendsNames({ zones: { type: "array" } })).toBe(false);
  expect(withNames({ zones: { type: "array" } }, write, value)).toBe(value);
});
