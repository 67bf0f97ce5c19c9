/** Which leaves a write would change. The guards of management access use this. */

import { expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { shapeOf } from "../../../src/model/sameness/value-shape.ts";
import { changedDataPaths } from "../../../src/plan/guards/changed-paths.ts";
import { port } from "../../properties/declared.ts";

/** Returns the path of each leaf that changes. An element of a list is `[]`. */
function changed(
  desired: Json | undefined,
  live: Json | undefined,
  of: { exclusive?: boolean; keys?: boolean } = {},
) {
  const { exclusive = false, keys = false } = of;
  const shape = keys ? shapeOf(port("r1.a", {}, { lists: { "/list": ["name"] } })) : undefined;
  return changedDataPaths({ desired, live }, [], { exclusive, shape }).map((path) =>
    path.map(({ name, isElement }) => (isElement ? `[${name}]` : name)).join("/"),
  );
}

test("what differs changes, and what is live only where a tree belongs to Git alone", () => {
  expect(changed({ "m:a": 1, b: { c: 1 } }, { "m:a": 2, b: { c: 1 }, d: 1 })).toEqual(["a"]);
  expect(
    changed({ "m:a": 1, b: { c: 1 } }, { "m:a": 2, b: { c: 1, e: 1 }, d: 1 }, { exclusive: true }),
  ).toEqual([...["a", "b/e", "d"]]);
  expect(changed({ a: 1 }, { a: 1 })).toEqual([]);
});

test("what comes or goes whole changes with all that is in it", () => {
  expect(changed({ a: { b: 1, c: 2 } }, undefined)).toEqual(["a/b", "a/c"]);
  expect(changed(undefined, { a: { b: 1 }, d: [1, { e: 1 }] })).toEqual(["a/b", "d/[]", "d/[]/e"]);
  expect(changed({ a: null }, { a: { b: 1 } })).toEqual(["a/b"]);
  expect(changed({ a: {} }, {})).toEqual(["a"]);
});

test("of a list with keys only the elements that are declared change, and only where they differ", () => {
  const keys = { keys: true };
  const live = {
    list: [
      { name: "a", v: 1 },
      { name: "b", v: 1 },
    ],
  };
  expect(changed({ list: [{ name: "b", v: 2 }] }, live, keys)).toEqual(["list/[]/v"]);
  expect(changed({ list: [{ name: "b", v: 1 }] }, live, keys)).toEqual([]);
  expect(changed({ list: [{ name: "c", v: 1 }] }, live, keys)).toEqual(["list/[]/name", "list/[]/v"]);
  expect(changed({ list: [{ name: "b", v: 1 }] }, live, { ...keys, exclusive: true })).toEqual([
    ...["list/[]/name", "list/[]/v"],
  ]);
  expect(changed({ list: [] }, live, keys)).toHaveLength(4);
  // On one side the elements have no names, so they cannot be matched, and the whole list is replaced.
  expect(changed({ list: [{ v: 2 }] }, live, keys)).toHaveLength(5);
  expect(changed({ list: [{ name: "b", v: 1 }] }, { list: [{ v: 1 }] }, keys)).toHaveLength(3);
});

test("of a list without keys, what is on one side only changes", () => {
  expect(changed({ list: [{ v: 1 }, { v: 2 }] }, { list: [{ v: 2 }, { v: 3 }] })).toEqual([
    ...["list/[]/v", "list/[]/v"],
  ]);
  expect(changed({ list: [1, 2] }, { list: [2, 1] })).toEqual(["list"]);
});

test("an element that has all that is declared keeps the rest, and does not change", () => {
  const live = {
    list: [
      { v: 1, w: 1 },
      { v: 2, w: 2 },
    ],
  };
  expect(changed({ list: [{ v: 1 }, { v: 2 }] }, live)).toEqual([]);
  expect(changed({ list: [{ v: 1 }, { v: 3 }] }, live)).toEqual(["list/[]/v", "list/[]/v", "list/[]/w"]);
  expect(changed({ list: [{ v: 1 }, { v: 2 }] }, live, { exclusive: true })).toHaveLength(6);
  // Two elements are equal. It is uncertain which of them stays, and so it is uncertain which additional members stay.
  const two = {
    list: [
      { v: 1, w: 1 },
      { v: 1, w: 2 },
    ],
  };
  expect(changed({ list: [{ v: 1 }] }, two)).toHaveLength(5);
});
