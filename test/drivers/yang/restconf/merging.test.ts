/** The effect of a PATCH on lists, the values that are sent with it, and the changes that need a PUT. */

import { describe, expect, test } from "vitest";
import {
  type RestconfDialect,
  withReplaces,
} from "../../../../src/drivers/yang/restconf/dialects/dialect.ts";
import { rfc8040 } from "../../../../src/drivers/yang/restconf/dialects/rfc8040.ts";
import { mergedWith } from "../../../../src/drivers/yang/restconf/merging.ts";
import type { Json } from "../../../../src/model/json.ts";
import { replacesMore } from "../../../../src/plan/beyond-write.ts";
import { moduleOf, schemaOf } from "../../../yang/modules.ts";
import { writeOf } from "../../opened.ts";

const schema = schemaOf(
  moduleOf(
    "Box",
    `container top {
      leaf x { type string; }
      leaf-list tag { type string; } leaf-list step { ordered-by user; type string; }
      leaf-list few { type string; max-elements 3; } leaf-list two { type string; min-elements 2; max-elements 2; }
      list port { key id; leaf id { type string; } leaf-list tag { type string; } }
      list rule { key seq; ordered-by user; leaf seq { type uint8; } leaf act { type string; } }
    }`,
  ),
);
const modelled: RestconfDialect = withReplaces({ ...rfc8040, schema: () => schema });

const lists = { "/port": ["id"], "/rule": ["seq"] };

/**
 * Returns the values that requests beside a merge remove, each with the path to its leaf-list. A `!` marks values that
 * are removed before the merge. Returns undefined if the change cannot be merged.
 */
function lost(dialect: RestconfDialect, live: Json, desired: Json): readonly string[] | undefined {
  const identity = "10.20.0.1 /Box:top";
  const seen = { value: live, raw: live };
  const of = { operation: "update", kind: "deviceConfiguration", identity, scope: {} } as const;
  const found = mergedWith(dialect, writeOf({ ...of, desired, live: seen, lists }));
  return found?.map(({ steps, value, isFirst }) => `${isFirst ? "!" : ""}${JSON.stringify(steps)} ${value}`);
}

const merged: readonly (readonly [string, Json, Json])[] = [
  ["an unchanged list of values", { tag: ["a", "b"] }, { tag: ["a", "b"], x: "1" }],
  ["one that grows at its end", { tag: ["a"] }, { tag: ["a", "b"] }],
  ["one that comes", {}, { tag: ["a"] }],
  ["a list by its keys, whatever else is in it", { port: [{ id: "a" }] }, { port: [{ id: "b" }] }],
];

describe.each([
  ["with modules", modelled],
  ["without modules", rfc8040],
])("%s", (_, dialect) => {
  test.each(merged)("%s is merged", (_name, live, desired) => {
    expect(lost(dialect, live, desired)).toEqual([]);
  });

  test("values that go are named one by one, in the entries of lists too", () => {
    expect(lost(dialect, { tag: ["a", "b", "c"] }, { tag: ["a", "c"] })).toEqual(['["tag"] b']);
    expect(lost(dialect, { tag: ["a"] }, { tag: [] })).toEqual(['["tag"] a']);
    const entry = (tag: Json) => ({ port: [{ id: "p/1", tag }] });
    expect(lost(dialect, entry(["a", "b"]), entry(["b", "c"]))).toEqual([
      '["port",[{"leaf":"id","value":"p/1"}],"tag"] a',
    ]);
  });

  test("a list of nothing that tells its entries apart is merged while it is the same", () => {
    const unkeyed = { loose: [{ a: 1 }] };
    expect(lost(dialect, unkeyed, unkeyed)).toEqual([]);
    expect(lost(dialect, unkeyed, { loose: [{ a: 2 }] })).toBeUndefined();
  });

  test("what is shown masked, and what is all that there is to be, is not merged", () => {
    expect(lost(dialect, { tag: ["****", "a"] }, { tag: ["a"] })).toBeUndefined();
    const all = {
      ...writeOf({
        ...{ operation: "update", kind: "deviceConfiguration", identity: "10.20.0.1 /Box:top" },
        desired: { x: "1" },
      }),
    };
    expect(mergedWith(dialect, { ...all, ownership: "exclusive" })).toBeUndefined();
    expect(mergedWith({ ...dialect, write: "put" }, all)).toBeUndefined();
  });
});

test("without modules any order may mean something, with them that of a set means nothing", () => {
  const [live, desired] = [{ tag: ["b", "a"] }, { tag: ["a", "b"] }];
  expect(lost(rfc8040, live, desired)).toBeUndefined();
  expect(lost(modelled, live, desired)).toEqual([]);
  expect(lost(rfc8040, { tag: ["a", "c"] }, { tag: ["a", "b", "c"] })).toBeUndefined();
  expect(lost(modelled, { tag: ["a", "c"] }, { tag: ["a", "b", "c"] })).toEqual([]);
});

test("an order of the user's is merged where what is there begins it", () => {
  expect(lost(modelled, { step: ["a", "b"] }, { step: ["a", "b", "c"] })).toEqual([]);
  expect(lost(modelled, { step: ["x", "a"] }, { step: ["a", "b"] })).toEqual(['["step"] x']);
  expect(lost(modelled, { step: ["a", "b"] }, { step: ["b", "a"] })).toBeUndefined();
  const rules = (...seqs: readonly number[]) => ({ rule: seqs.map((seq) => ({ seq, act: "permit" })) });
  expect(lost(modelled, rules(1, 2), rules(1, 2, 3))).toEqual([]);
  expect(lost(modelled, rules(1, 3), rules(1, 2, 3))).toBeUndefined();
  expect(lost(modelled, rules(1, 2), rules(1))).toBeUndefined();
});

test("values go first where the list would have too many, and a PUT is left where it would have too few then", () => {
  const few = lost(modelled, { few: ["a", "b", "c"] }, { few: ["c", "d", "e"] });
  expect(few).toEqual(['!["few"] a', '!["few"] b']);
  expect(lost(modelled, { few: ["a"] }, { few: ["b"] })).toEqual(['["few"] a']);
  expect(lost(modelled, { two: ["a", "b"] }, { two: ["b", "c"] })).toBeUndefined();
});

test("a plan knows of the same writes that they take something away", () => {
  const replaces = (live: Json, value: Json) => {
    const identity = "10.20.0.1 /Box:top";
    const own = { kind: "deviceConfiguration", identity, value, lists, ownership: "declared" } as const;
    const desired = {
      ...own,
      target: "t",
      key: "k",
      scope: {},
      secrets: [],
      protect: false,
      observed: false,
    };
    const address = "t/deviceConfiguration/k" as const;
    return replacesMore(
      {
        action: "update",
        address,
        desired: { ...desired, address },
        live: { value: live, raw: live },
        differences: [],
      },
      modelled,
    );
  };
  expect(replaces({ tag: ["a"] }, { tag: ["a", "b"] })).toBe(false);
  expect(replaces({ tag: ["a", "b"] }, { tag: ["a"] })).toBe(true);
  expect(replaces({ step: ["a", "b"] }, { step: ["b", "a"] })).toBe(true);
});
