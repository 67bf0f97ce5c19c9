/** Live data in the sections of a mapping that no field declares. */

import { expect, test } from "vitest";
import type { MappedFields } from "../../../src/catalog/schema/mapping.ts";
import {
  entriesWithoutKey,
  undeclaredAround,
  undeclaredInEntry,
} from "../../../src/drivers/yang/device/mapping/undeclared.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { hidden } from "../../../src/model/live/hidden.ts";

const fields: MappedFields = {
  description: { type: "string" },
  enabled: { type: "boolean", path: "shutdown", as: "absence" },
  address: { type: "string", path: "ip/address/primary/address" },
  source: { path: "source", as: "member", members: { Loopback: "integer", Vlan: "integer" } },
  names: { type: "array", path: "remark", as: "keyed", key: "text", items: { type: "string" } },
  password: { type: "string", secret: true, path: "login/password" },
  group: { properties: { mtu: { type: "integer" } } },
  rules: {
    type: "array",
    path: "acl/rule",
    identity: ["sequence"],
    items: {
      type: "object",
      properties: {
        sequence: { type: "integer", path: "seq" },
        action: { type: "string", path: "ace/action" },
      },
    },
  },
};
const said = (tree: JsonObject, decides = false) =>
  undeclaredInEntry({ fields, keys: ["name", "config/name"], tree, decides }).map(
    ({ path, what, value, decides: own }) => [path, what, value, ...(own ? ["decides"] : [])],
  );

test("an entry of which every member has a field says nothing", () => {
  const tree = {
    name: "a",
    config: { name: "a" },
    description: "x",
    shutdown: [null],
    ip: { address: { primary: { address: "10.0.0.1" } } },
    source: { Loopback: 0 },
    remark: [{ text: "one" }],
    login: { password: "x" },
    mtu: 1500,
    acl: { rule: [{ seq: 10, ace: { action: "deny" } }] },
    state: { counters: 5 },
  };
  expect(said(tree)).toEqual([]);
});

test.each<readonly [string, JsonObject, readonly unknown[]]>([
  ["a leaf", { speed: 100 }, ["/speed", "value", 100]],
  ["a tree, once", { qos: { in: [{ policy: "x" }] } }, ["/qos", "child", undefined]],
  [
    "a leaf beside a field, inside",
    { ip: { address: { primary: { mask: "255.0.0.0" } } } },
    ["/ip/address/primary/mask", "value", "255.0.0.0"],
  ],
  ["another member of a choice", { source: { Tunnel: 3 } }, ["/source/Tunnel", "value", 3]],
  [
    "a leaf of a keyed entry",
    { remark: [{ text: "one", color: "red" }] },
    ["/remark/one/color", "value", "red"],
  ],
  [
    "a leaf of an element",
    { acl: { rule: [{ seq: 10, ace: { established: [null] } }] } },
    ["/acl/rule/10/ace/established", "value", [null]],
  ],
  ["a secret, without its value", { "auth-key": "x" }, ["/auth-key", "value", undefined]],
  ["what is hidden, without its digest", { blob: hidden(undefined) }, ["/blob", "value", undefined]],
])("%s that no field has is said", (_, tree, expected) => {
  expect(said(tree)).toEqual([expected]);
});

test("in what filters, a condition decides what the rest means, and a log does not", () => {
  const rule = { seq: 10, ace: { established: [null], log: [null] } };
  expect(said({ acl: { rule: [rule] } }, true)).toEqual([
    ["/acl/rule/10/ace/established", "value", [null], "decides"],
    ["/acl/rule/10/ace/log", "value", [null]],
  ]);
});

test("around the sections the outermost is said, and entries whose keys no word fits", () => {
  const whole = {
    "m:native": { version: "17.12", "m:ntp": { server: [] }, interface: { Gi: [], Cell: [{ name: "0" }] } },
  };
  const parts = undeclaredAround(whole, ["/m:native/interface/Gi"]);
  expect(parts.map(({ path, what }) => [path, what])).toEqual([
    ["/m:native/version", "value"],
    ["/m:native/m:ntp", "child"],
    ["/m:native/interface/Cell", "child"],
  ]);
  const [known, strange] = [{ name: "1" }, { name: "x y" }];
  expect(entriesWithoutKey("/m:native/interface/Gi", [known, strange], new Set([known]))).toEqual([
    { path: "/m:native/interface/Gi/x y", name: "m:native.interface.Gi", what: "child" },
  ]);
});
