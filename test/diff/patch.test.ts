/** JSON Patches of updates. Tools for RFC 6902 must turn the live value into the value that the update intends. */

import jsonpatch from "fast-json-patch";
import { expect, test } from "vitest";
import { patchOf } from "../../src/diff/patch.ts";
import type { Json } from "../../src/model/json.ts";
import { compared, present } from "../properties/compared.ts";
import { type More, network, ssid } from "../properties/declared.ts";

function patched(desired: Json, live: Json, more: More = {}) {
  const declared = network("berlin", desired, more);
  const [change] = compared({ desired: [declared], live: { "cloud/network/berlin": present(live) } }).changes;
  if (change?.action !== "update") throw new Error("no update");
  const patch = patchOf(change);
  const result = jsonpatch.applyPatch(structuredClone({ live }), prefixed(patch)).newDocument;
  return { patch, result: result.live };
}

/** Moves every path one level down, because fast-json-patch cannot replace a root that is not an object. */
function prefixed(patch: ReturnType<typeof patchOf>) {
  return patch.map((one) => ({ ...one, path: `/live${one.path}` }));
}

test("declared fields are replaced and added; what is not declared stays", () => {
  const { patch, result } = patched({ a: 1, b: { c: 2 } }, { a: 9, z: 1, b: { d: 4 } });
  expect(patch).toEqual([
    { op: "add", path: "/b/c", value: 2 },
    { op: "replace", path: "/a", value: 1 },
  ]);
  expect(result).toEqual({ a: 1, z: 1, b: { c: 2, d: 4 } });
});

test("objects on the way that live does not have are made", () => {
  expect(patched({ a: { b: { c: 1 } } }, {}).result).toEqual({ a: { b: { c: 1 } } });
});

test("elements of lists with identity are changed where they stand, new ones go to the end", () => {
  const lists = { "/server": ["ip"], "/server/*/keys": ["id"] };
  const desired = { server: [{ ip: "new" }, { ip: "b", port: 2, keys: [{ id: 1, v: "x" }] }] };
  const live = { server: [{ ip: "a" }, { ip: "b", port: 1, keys: [{ id: 0 }, { id: 1, v: "y" }] }] };
  const { patch, result } = patched(desired, live, { lists });
  expect(patch).toEqual([
    { op: "replace", path: "/server/1/keys/1/v", value: "x" },
    { op: "replace", path: "/server/1/port", value: 2 },
    { op: "add", path: "/server/2", value: { ip: "new" } },
  ]);
  expect(result).toEqual({
    server: [{ ip: "a" }, { ip: "b", port: 2, keys: [{ id: 0 }, { id: 1, v: "x" }] }, { ip: "new" }],
  });
});

test("in an exclusive tree what is not declared is taken out", () => {
  const more: More = { lists: { "/server": ["ip"] }, ownership: "exclusive" };
  const live = { x: 1, server: [{ ip: "b" }, { ip: "a", port: 1 }] };
  expect(patched({ server: [{ ip: "a" }] }, live, more).result).toEqual({ server: [{ ip: "a" }] });
});

test("elements of other lists keep what is not declared of them, but in an exclusive tree", () => {
  const live = {
    rules: [
      { port: 1, log: true, in: { a: 1, b: 2 } },
      { port: 2, log: true },
    ],
  };
  const desired = { rules: [{ port: 3 }, { port: 1, in: { a: 1 } }] };
  const [first] = live.rules;
  expect(patched(desired, live).result).toEqual({ rules: [{ port: 3 }, first] });
  expect(patched(desired, live, { ownership: "exclusive" }).result).toEqual(desired);
});

test("a resource that is a single value is replaced at the root", () => {
  expect(patched("rtr-1", "router").patch).toEqual([{ op: "replace", path: "", value: "rtr-1" }]);
});

test("a secret is in it as its reference, and only when it is written", () => {
  const [before, after] = ["env:A", "env:B"].map((secret) =>
    ssid("berlin.0", { vlan: 2, password: { secret } }),
  );
  if (!before || !after) throw new Error("no SSIDs");
  const live = { "cloud/ssid/berlin.0": present({ vlan: 1 }) };
  const operations = (base: readonly (typeof before)[]) => {
    const [change] = compared({ desired: [after], base, live }).changes;
    return change?.action === "update" ? patchOf(change) : [];
  };
  expect(operations([after])).toEqual([{ op: "replace", path: "/vlan", value: 2 }]);
  expect(operations([before])).toContainEqual({ op: "add", path: "/password", value: { secret: "env:B" } });
});
