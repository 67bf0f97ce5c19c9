/** Comparing fields: objects, lists whose elements have an identity, other lists, and exclusive trees. */

import { expect, test } from "vitest";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import { compared, differencesOf, present } from "../properties/compared.ts";
import { type More, network } from "../properties/declared.ts";

/** Returns the differences between a declared and a live value, each with path, desired value and live value. */
function between(desired: Json, live: Json, more: More = {}, base?: Json): readonly object[] {
  const declared = network("berlin", desired, more);
  const was: readonly Resource[] | undefined =
    base === undefined ? undefined : [network("berlin", base, more)];
  return differencesOf(
    compared({
      desired: [declared],
      ...(was && { base: was }),
      live: { "cloud/network/berlin": present(live) },
    }),
  );
}

const pending = { cause: "pending" };

test("what is not declared is not looked at, at any depth", () => {
  expect(between({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: [3] })).toEqual([]);
});

test("what Git takes out of a list is Git's change, whatever its elements show besides", () => {
  const before = { rules: [{ name: "a", log: true }, { name: "b" }] };
  const [found] = between({ rules: [{ name: "a" }] }, before, {}, before);
  expect(found).toMatchObject({ path: "/rules", cause: "pending" });
});

test("the order of keys means nothing", () => {
  expect(between({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual([]);
});

test("a declared object that live does not have differs leaf by leaf", () => {
  expect(between({ netflow: { enabled: true, to: { port: 2055 } } }, {})).toEqual([
    { path: "/netflow/enabled", desired: true, ...pending },
    { path: "/netflow/to/port", desired: 2055, ...pending },
  ]);
});

test("an empty object is declared too", () => {
  expect(between({ netflow: {} }, { netflow: { enabled: true } })).toEqual([]);
  expect(between({ netflow: {} }, {})).toEqual([{ path: "/netflow", desired: {}, ...pending }]);
});

test("a value of another type differs as a whole", () => {
  expect(between({ a: { b: 1 } }, { a: 7 })).toEqual([
    { path: "/a", desired: { b: 1 }, live: 7, ...pending },
  ]);
  expect(between({ a: 7 }, { a: { b: 1 } })).toEqual([
    { path: "/a", desired: 7, live: { b: 1 }, ...pending },
  ]);
  expect(between({ a: null }, {})).toEqual([{ path: "/a", desired: null, ...pending }]);
  expect(between({ a: 1 }, { a: "1" })).toEqual([{ path: "/a", desired: 1, live: "1", ...pending }]);
});

test("a resource that is a single value differs at the root", () => {
  expect(between("rtr-1", "router")).toEqual([{ path: "", desired: "rtr-1", live: "router", ...pending }]);
});

test("names with slashes and tildes are escaped in pointers", () => {
  expect(between({ "a/b": { "~c": 1 } }, {})).toEqual([{ path: "/a~1b/~0c", desired: 1, ...pending }]);
});

test("a member that live inherits from nowhere but Object is not there", () => {
  expect(between({ constructor: 1 }, {})).toEqual([{ path: "/constructor", desired: 1, ...pending }]);
});

test("a list without identity is compared whole", () => {
  expect(between({ tags: ["a", "b"] }, { tags: ["a", "b"] })).toEqual([]);
  expect(between({ tags: ["a", "b"] }, { tags: ["b", "a"] })).toEqual([
    { path: "/tags", desired: ["a", "b"], live: ["b", "a"], ...pending },
  ]);
});

const keyed: More = { lists: { "/server": ["ip"] } };

test("in a list with identity the order means nothing, and what is live besides is let be", () => {
  const desired = { server: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6", prefer: true }] };
  const live = { server: [{ ip: "10.0.0.6", prefer: true }, { ip: "10.0.0.9" }, { ip: "10.0.0.5", key: 1 }] };
  expect(between(desired, live, keyed)).toEqual([]);
});

test("an element differs at its identity, field by field; one that is missing differs as a whole", () => {
  const desired = {
    server: [
      { ip: "10.0.0.5", prefer: true },
      { ip: "10.0.0.6", prefer: true },
    ],
  };
  expect(between(desired, { server: [{ ip: "10.0.0.6", prefer: false }] }, keyed)).toEqual([
    { path: "/server/10.0.0.5", desired: { ip: "10.0.0.5", prefer: true }, ...pending },
    { path: "/server/10.0.0.6/prefer", desired: true, live: false, ...pending },
  ]);
});

test("causes in a list with identity follow the element, not its position", () => {
  const base = {
    server: [
      { ip: "a", port: 1 },
      { ip: "b", port: 1 },
    ],
  };
  const desired = {
    server: [
      { ip: "b", port: 1 },
      { ip: "a", port: 2 },
    ],
  };
  const live = {
    server: [
      { ip: "b", port: 9 },
      { ip: "a", port: 1 },
    ],
  };
  expect(between(desired, live, keyed, base)).toEqual([
    { path: "/server/a/port", desired: 2, base: 1, live: 1, cause: "pending" },
    { path: "/server/b/port", desired: 1, base: 1, live: 9, cause: "drift" },
  ]);
});

test("several leaves make one identity, which stays unambiguous", () => {
  const lists = { "/peers": ["vrf", "ip"] };
  const desired = { peers: [{ vrf: "a,b", ip: "c", as: 1 }] };
  expect(between(desired, { peers: [{ vrf: "a", ip: "b,c", as: 1 }] }, { lists })).toEqual([
    { path: "/peers/a%2Cb,c", desired: { vrf: "a,b", ip: "c", as: 1 }, ...pending },
  ]);
});

test("a list inside the elements of another one has its own identity", () => {
  const lists = { "/vrf": ["name"], "/vrf/*/peers": ["ip"] };
  const desired = {
    vrf: [
      {
        name: "red",
        peers: [
          { ip: "1", as: 1 },
          { ip: "2", as: 2 },
        ],
      },
    ],
  };
  const live = {
    vrf: [
      {
        name: "red",
        peers: [
          { ip: "2", as: 2 },
          { ip: "1", as: 7 },
        ],
      },
    ],
  };
  expect(between(desired, live, { lists })).toEqual([
    { path: "/vrf/red/peers/1/as", desired: 1, live: 7, ...pending },
  ]);
});

test("a list of plain values may have identity too: then it is a set", () => {
  const lists = { "/vlans": [] };
  expect(between({ vlans: [10, 20] }, { vlans: [20, 30, 10] }, { lists })).toEqual([]);
  expect(between({ vlans: [10, 20] }, { vlans: [20] }, { lists })).toEqual([
    { path: "/vlans/10", desired: 10, ...pending },
  ]);
});

test.each([
  ["an element without its leaf", [{ ip: "a" }, { port: 1 }]],
  ["two elements of the same identity", [{ ip: "a" }, { ip: "a", port: 1 }]],
])("a live list with %s is compared whole", (_, server) => {
  expect(between({ server: [{ ip: "a" }] }, { server }, keyed)).toEqual([
    { path: "/server", desired: [{ ip: "a" }], live: server, ...pending },
  ]);
});

test("a list with identity that live does not have at all differs as a whole", () => {
  expect(between({ server: [{ ip: "a" }] }, {}, keyed)).toEqual([
    { path: "/server", desired: [{ ip: "a" }], ...pending },
  ]);
});

test("in an exclusive tree what is live and not declared is a removal, with its element's identity", () => {
  const more: More = { ...keyed, ownership: "exclusive" };
  const desired = { a: { b: 1 }, server: [{ ip: "a" }] };
  const live = {
    a: { b: 1, c: 2 },
    server: [
      { ip: "z", port: 1 },
      { ip: "a", port: 2 },
    ],
    other: [1],
  };
  expect(between(desired, live, more)).toEqual([
    { path: "/a/c", live: 2, ...pending },
    { path: "/other", live: [1], ...pending },
    { path: "/server/a/port", live: 2, ...pending },
    { path: "/server/z", live: { ip: "z", port: 1 }, ...pending },
  ]);
});

test("differences say where they were written: elements by position, removals by the entry", () => {
  const declared = network(
    "berlin",
    { server: [{ ip: "10" }, { ip: "0", port: 1 }] },
    { ...keyed, ownership: "exclusive" },
  );
  const live = { "cloud/network/berlin": present({ server: [{ ip: "0", port: 2 }, { ip: "10" }], x: 1 }) };
  const [change] = compared({ desired: [declared], live }).changes;
  const written =
    change?.action === "update" ? change.differences.map(({ path, at }) => [path, at?.file]) : [];
  expect(written).toEqual([
    ["/server/0/port", "cloud/network/berlin/server/1/port"],
    ["/x", "cloud/network/berlin"],
  ]);
  expect(change?.action === "update" && change.at?.file).toBe("cloud/network/berlin");
});
