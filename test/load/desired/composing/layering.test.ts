/** How layers are merged: maps merge, lists are replaced or appended to, null removes. */

import { describe, expect, test } from "vitest";
import {
  bothTaken,
  layeredOver,
  mapLaidOver,
  takenAway,
  withAppended,
  withoutTaken,
} from "../../../../src/load/composition/layering.ts";
import type { JsonObject } from "../../../../src/model/json.ts";

const composed = (...layers: readonly JsonObject[]) =>
  withAppended(layers.reduce((below, above) => mapLaidOver(below, above), {}));

describe("appending", () => {
  test.each<[string, readonly JsonObject[], JsonObject]>([
    ["what is not there yet", [{ tags: ["a", "b"] }, { "tags+": ["b", "c"] }], { tags: ["a", "b", "c"] }],
    [
      "layer after layer",
      [{ tags: ["a"] }, { "tags+": ["b"] }, { "tags+": ["c"] }],
      { tags: ["a", "b", "c"] },
    ],
    ["to nothing", [{ "tags+": ["a"] }, { "tags+": ["a", "b"] }], { tags: ["a", "b"] }],
    [
      "beside a replacement in the same layer",
      [{ tags: ["x"] }, { tags: ["a"], "tags+": ["b"] }],
      { tags: ["a", "b"] },
    ],
    ["is undone by a replacement above", [{ "tags+": ["a"] }, { tags: ["b"] }], { tags: ["b"] }],
    ["is undone by null above", [{ tags: ["a"] }, { "tags+": ["b"] }, { tags: null }], {}],
    [
      "deep in a map",
      [{ dns: { servers: [1] } }, { dns: { "servers+": [2] } }],
      { dns: { servers: [1, 2] } },
    ],
    [
      "maps by what they hold",
      [{ ntp: [{ ip: "a" }] }, { "ntp+": [{ ip: "a" }, { ip: "b" }] }],
      { ntp: [{ ip: "a" }, { ip: "b" }] },
    ],
    ["inside of elements", [{ list: [{ "tags+": ["a"] }] }], { list: [{ tags: ["a"] }] }],
    [
      "a map is laid over",
      [{ netflow: { a: 1, b: 2 } }, { "netflow+": { b: 3 } }],
      { netflow: { a: 1, b: 3 } },
    ],
    ["a map where there is none", [{ "netflow+": { b: 3 } }], { netflow: { b: 3 } }],
    [
      "to what is no list stays a field of its own, which the kind refuses",
      [{ tags: "a" }, { "tags+": ["b"] }],
      { tags: "a", "tags+": ["b"] },
    ],
    [
      "a map to a list stays, too",
      [{ tags: ["a"] }, { "tags+": { b: 1 } }],
      { tags: ["a"], "tags+": { b: 1 } },
    ],
    ["is not meant by a name such as C++", [{ "C++": { name: "x" }, C: 1 }], { "C++": { name: "x" }, C: 1 }],
    ["is not meant by a text", [{ "note+": "x" }], { "note+": "x" }],
  ])("%s", (_, layers, expected) => {
    expect(composed(...layers)).toEqual(expected);
  });

  test("leaves what does not append the very same value", () => {
    const plain = { a: [1, { b: [2] }], c: { d: null } };
    expect(withAppended(plain)).toBe(plain);
  });
});

test("the same two layers are laid over each other once", () => {
  const [below, above] = [{ a: 1 }, { b: 2 }];
  expect(mapLaidOver(below, above)).toBe(mapLaidOver(below, above));
});

test("what is no map is replaced; nothing below is nothing to take away", () => {
  expect(layeredOver(undefined, null)).toBeNull();
  expect(layeredOver({ a: 1 }, null)).toBeUndefined();
  expect(layeredOver({ a: 1 }, [2])).toEqual([2]);
  expect(layeredOver([1], { a: 1 })).toEqual({ a: 1 });
});

test("what a layer takes away of the one below is taken away of what is further below too", () => {
  const low = { tags: ["a"], netflow: { enabled: true, port: 1 }, vlan: 5 };
  const middle = { tags: ["b"], netflow: { port: 2 } };
  const high = { tags: null, netflow: { port: null }, vlan: null };
  const taken = takenAway(middle, high);
  expect(taken).toEqual({ tags: null, netflow: { port: null } });
  expect(withoutTaken(low, taken)).toEqual({ netflow: { enabled: true }, vlan: 5 });
  expect(withoutTaken({ "tags+": ["x"], name: "n" }, taken)).toEqual({ name: "n" });
  expect(takenAway(middle, { name: null, netflow: { port: 3 } })).toBeUndefined();
  expect(bothTaken({ a: { b: null } }, { a: { c: null }, d: null })).toEqual({
    a: { b: null, c: null },
    d: null,
  });
  expect(bothTaken({ a: null }, { a: { c: null } })).toEqual({ a: null });
  expect(bothTaken({ a: { c: null } }, { a: null })).toEqual({ a: null });
});

test("a map over what took one away stands alone: what is further below stays taken away", () => {
  const low = { netflow: { enabled: true, port: 1 }, tags: ["a"] };
  const [middle, high] = [{ netflow: null, tags: null }, { netflow: { port: 2 } }];
  const taken = takenAway(middle, high);
  expect(taken).toEqual({ netflow: null });
  const above = mapLaidOver(middle, high);
  const alone = layeredOver(withoutTaken(low, taken), above);
  expect(alone).toEqual(composed(low, middle, high));
  expect(alone).toEqual({ netflow: { port: 2 } });
});
