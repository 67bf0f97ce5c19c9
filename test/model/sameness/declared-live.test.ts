/** The part of live data that an approval covers: values that are declared, and values that are removed. */

import { expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { hidden } from "../../../src/model/live/hidden.ts";
import { type DeclaredSide, declaredLive } from "../../../src/model/sameness/declared-live.ts";

const of = (live: Json, declared: Json | undefined, more: Partial<DeclaredSide> = {}) =>
  declaredLive(live, { declared, lists: {}, ...more });

test("of an object the declared members count, at any depth; and what goes of the others", () => {
  const live = { tz: "a", notes: "x", netflow: { port: 1, seen: 2 } };
  expect(of(live, { tz: "b", netflow: { port: 3 } })).toEqual({ tz: "a", netflow: { port: 1 } });
  expect(of(live, { tz: "b" }, { gone: ["/netflow/seen"] })).toEqual({ tz: "a", netflow: { seen: 2 } });
  expect(of(live, { tz: "b" }, { gone: ["/netflow"] })).toEqual({ tz: "a", netflow: live.netflow });
});

test("of a list with identity the declared elements count; where it is whole, or one goes, the others too", () => {
  const live = [
    { name: "a", mtu: 1, up: true },
    { name: "b", mtu: 2 },
  ];
  const declared = [{ name: "a", mtu: 9 }];
  const lists = { "": ["name"] };
  expect(of(live, declared, { lists })).toEqual([{ name: "a", mtu: 1 }]);
  const both = [{ name: "a", mtu: 1 }, live[1]];
  expect(of(live, declared, { lists, whole: new Set([""]) })).toEqual(both);
  expect(of(live, declared, { lists, gone: ["/b"] })).toEqual(both);
});

test("of another list an element counts as far as its declared one; what makes way counts whole", () => {
  const live = [
    { host: "a", uuid: 1 },
    { host: "z", uuid: 2 },
  ];
  expect(of(live, [{ host: "a" }])).toEqual([{ host: "a" }, { host: "z", uuid: 2 }]);
});

test("a hidden value is one whole value", () => {
  expect(of({ key: hidden(undefined) }, { key: { secret: "env:A" } })).toEqual({ key: hidden(undefined) });
});
