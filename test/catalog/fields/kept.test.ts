/** Undeclared members that trueup sends along when it writes a list: only members that people could declare. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withKept } from "../../../src/catalog/fields/kept.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import { isArray, type Json, type JsonObject } from "../../../src/model/json.ts";
import { holds } from "../../../src/model/sameness/holds.ts";

const fields: Fields = {
  rules: {
    type: "array",
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

describe("an undeclared element of a list with identity", () => {
  const servers = (...names: readonly string[]) => ({ servers: names.map((name) => ({ name })) });
  const keyed: Fields = {
    servers: {
      type: "array",
      identity: ["name"],
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          key: { type: "string", secret: "hidden" },
          id: { access: "readOnly" },
        },
      },
    },
  };
  const written = (declared: JsonObject, live: JsonObject, more = {}) =>
    withKept(keyed, declared, { live, exclusive: false, ...more });

  test("stays after the element that it follows, without what only replies have, and without secrets", () => {
    const shown = { name: "b", key: "****", id: 7 };
    const live = { servers: [{ name: "x" }, { name: "a" }, shown, { name: "c" }] };
    expect(written(servers("c", "a", "d"), live)).toEqual(servers("x", "c", "a", "b", "d"));
  });

  test("keeps a variable that stands for a secret", () => {
    const live = { servers: [{ name: "b", key: "{{key}}" }] };
    const isVariable = (value: Json) => value === "{{key}}";
    expect(written(servers("a"), live, { isVariable })).toEqual({
      servers: [{ name: "b", key: "{{key}}" }, { name: "a" }],
    });
  });

  test("goes if the write removes it, if the tree is exclusive, or if live elements cannot be told apart", () => {
    const live = servers("a", "b");
    expect(written(servers("a"), live, { differing: ["/servers/b"] })).toEqual(servers("a"));
    expect(written(servers("a"), live, { differing: ["/servers"] })).toEqual(servers("a"));
    expect(written(servers("a"), live, { exclusive: true })).toEqual(servers("a"));
    expect(written(servers("a"), servers("b", "b"))).toEqual(servers("a"));
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

describe("whatever is declared, and whatever is live", () => {
  const plain: Fields = {
    rules: {
      type: "array",
      items: {
        type: "object",
        properties: Object.fromEntries(["policy", "port", "log", "note"].map((name) => [name, {}])),
        required: ["policy", "port"],
      },
    },
  };
  const rule = fc.record(
    {
      policy: fc.constantFrom("allow", "deny"),
      port: fc.constantFrom(1, 2, 3),
      log: fc.boolean(),
      note: fc.constantFrom("a", "b"),
    },
    { requiredKeys: ["policy"] },
  );
  const rules = fc.array(rule, { maxLength: 6 });
  /** Returns what a server stores if it fills in the members that the request lacks. */
  const stored = (sent: JsonObject): JsonObject => ({
    rules: objects(sent.rules).map((each, id) => ({ port: 0, log: false, note: "", ...each, id })),
  });
  const objects = (list: Json | undefined) => (isArray(list ?? null) ? list : []) as readonly JsonObject[];

  test("a list that is written is live as declared, and nothing is taken over from two", () => {
    fc.assert(
      fc.property(rules, rules, (declared, before) => {
        const live = stored({ rules: before });
        const written = withKept(plain, { rules: declared }, { live, exclusive: false });
        expect(holds({ rules: declared }, stored(written))).toBe(true);
        for (const [index, each] of objects(written.rules).entries()) {
          const own = declared[index] ?? {};
          const isWhole = (other: JsonObject) => holds(each, { ...other, ...own });
          if (Object.keys(each).length > Object.keys(own).length)
            expect(objects(live.rules).some(isWhole)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("after one edit of a list of different rules, each other rule has all that it had", () => {
    const edited = fc.record({
      at: fc.nat(),
      what: fc.constantFrom("insert", "remove", "move", "change"),
      made: rule,
    });
    const different = fc.uniqueArray(
      fc.record({ policy: fc.constantFrom("allow", "deny"), port: fc.nat(1000) }),
      {
        minLength: 1,
        maxLength: 6,
        selector: ({ port }) => port,
      },
    );
    fc.assert(
      fc.property(different, edited, (declared, { at, what, made }) => {
        const live = stored({ rules: declared.map((each) => ({ ...each, note: `of ${each.port}` })) });
        const position = at % declared.length;
        const all: readonly JsonObject[] = declared;
        const next = all.toSpliced(
          position,
          what === "insert" ? 0 : 1,
          ...(what === "insert" || what === "change" ? [made] : []),
        );
        const moved = declared[position];
        if (what === "move" && moved) next.push(moved);
        const written = withKept(plain, { rules: next }, { live, exclusive: false });
        for (const each of objects(written.rules))
          if (
            declared.some(
              (one) => one.port === each.port && one.policy === each.policy && each.port !== made.port,
            )
          )
            expect(each.note).toBe(`of ${String(each.port)}`);
      }),
    );
  });
});
