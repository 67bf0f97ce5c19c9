/** What goes along with lists that are written: members that people could declare, and nothing else. */

import { describe, expect, test } from "vitest";
import { canonicalFields } from "../../../src/catalog/fields/canonical.ts";
import { withKept } from "../../../src/catalog/fields/kept.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import type { JsonObject } from "../../../src/model/json.ts";

const fields: Fields = {
  rules: {
    type: "array",
    builtIn: { note: "Default rule" },
    items: {
      type: "object",
      properties: {
        policy: { type: "string" },
        comment: { type: "string", wire: "note" },
        hits: { type: "integer", access: "readOnly" },
        key: { type: "string", secret: "hidden" },
        log: { type: "boolean" },
        level: { type: "string", shownIf: { log: true } },
        limits: {
          type: "object",
          properties: { up: { type: "integer" }, used: { type: "integer", access: "readOnly" } },
        },
        ends: {
          type: "array",
          items: { type: "object", properties: { port: { type: "integer" }, name: { type: "string" } } },
        },
      },
      required: ["policy", "comment"],
    },
  },
  hosts: {
    type: "object",
    keys: "ignoreCase",
    additionalProperties: { type: "object", properties: { ip: { type: "string" } } },
  },
  tags: {
    type: "array",
    closed: "declared",
    items: { type: "object", properties: { a: { type: "integer" } } },
  },
};

const sent = (declared: JsonObject, live: JsonObject, exclusive = false) =>
  withKept(fields, declared, { live, exclusive });

describe("an element that stays takes along", () => {
  test.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
    ["what live has besides", {}, { comment: "x", log: false }, { comment: "x", log: false }],
    ["nothing that is declared", { comment: "mine" }, { comment: "mine", log: true }, { log: true }],
    ["nothing that only replies have", {}, { hits: 7 }, {}],
    ["no secret", {}, { key: "shown" }, {}],
    ["nothing that is not set", {}, { comment: null }, {}],
    ["no member that nobody could declare", {}, { uuid: "1" }, {}],
    ["what another member says is set", { log: true }, { log: true, level: "high" }, { level: "high" }],
    ["and not what another member says is not", { log: false }, { log: false, level: "high" }, {}],
    ["objects", {}, { limits: { up: 1, used: 9 } }, { limits: { up: 1 } }],
    ["the rest of objects", { limits: { up: 1 } }, { limits: { up: 1, used: 9 } }, { limits: { up: 1 } }],
    ["lists", {}, { ends: [{ port: 1, id: "x" }] }, { ends: [{ port: 1 }] }],
    [
      "what lists in it have",
      { ends: [{ port: 1 }] },
      { ends: [{ port: 1, name: "web" }] },
      { ends: [{ port: 1, name: "web" }] },
    ],
  ])("%s", (_, declared, live, more) => {
    const own = { policy: "deny", ...declared };
    const there = { policy: "deny", ...live };
    expect(sent({ rules: [own] }, { rules: [there] })).toEqual({ rules: [{ ...own, ...more }] });
  });

  test("nothing in an exclusive tree, and nothing in a list that is closed", () => {
    const live = { rules: [{ policy: "deny", comment: "x" }], tags: [{ a: 1, b: 2 }] };
    const declared = { rules: [{ policy: "deny" }] };
    expect(sent(declared, live, true)).toEqual(declared);
    expect(sent({ tags: [{ a: 1 }] }, live)).toEqual({ tags: [{ a: 1 }] });
  });
});

test("one that is changed takes over where all that is required of it stays, and its neighbours do", () => {
  const live = { rules: [{ policy: "deny", comment: "a", log: true, level: "high" }] };
  expect(sent({ rules: [{ policy: "deny", comment: "a", log: false }] }, live)).toEqual({
    rules: [{ policy: "deny", comment: "a", log: false }],
  });
  const limited = { rules: [{ policy: "deny", comment: "a", log: true, limits: { up: 1 } }] };
  expect(sent({ rules: [{ policy: "deny", comment: "a", log: false }] }, limited)).toEqual({
    rules: [{ policy: "deny", comment: "a", log: false, limits: { up: 1 } }],
  });
  expect(sent({ rules: [{ policy: "allow", comment: "a" }] }, limited)).toEqual({
    rules: [{ policy: "allow", comment: "a" }],
  });
});

test("what only replies have is not sent back, though a rollback has it", () => {
  expect(sent({ rules: [{ policy: "deny", hits: 7 }] }, {})).toEqual({ rules: [{ policy: "deny" }] });
});

test("a key of a map is written as live spells it", () => {
  const live = { hosts: { Printer: { ip: "10.0.0.1" }, scanner: {} } };
  const declared = { hosts: { printer: { ip: "10.0.0.2" }, phone: { ip: "10.0.0.3" } } };
  expect(sent(declared, live)).toEqual({
    hosts: { Printer: { ip: "10.0.0.2" }, phone: { ip: "10.0.0.3" } },
  });
});

test("what a product has at the end of a list by itself is neither declared nor live, however often", () => {
  const rules = [{ policy: "deny" }, { policy: "allow", comment: "Default rule" }];
  const canonical = canonicalFields(fields, { rules });
  expect(canonical).toEqual({ rules: [{ policy: "deny" }] });
  expect(canonicalFields(fields, canonical)).toEqual(canonical);
  const twice = [...rules, { policy: "allow", comment: "Default rule" }];
  expect(canonicalFields(fields, { rules: twice })).toEqual(canonical);
  const before = [{ policy: "allow", comment: "Default rule" }, { policy: "deny" }];
  expect(canonicalFields(fields, { rules: before })).toEqual({ rules: before });
});
