/**
 * The guard watches every part of a device's configuration that grants access, however its path is spelled. Each of
 * these parts is documented.
 */

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change.ts";
import type { Resource } from "../../../src/model/desired.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Step } from "../../../src/model/plan/step.ts";
import { lockout } from "../../../src/plan/guards/lockout.ts";
import { type ManagementPath, managementModels } from "../../../src/plan/guards/management-paths.ts";

const host = "10.20.0.1";

/**
 * Returns the findings for a change of this part of a device from `live` to `desired`; either of the two may be
 * missing. Returns nothing if the change passes.
 */
function found(part: string, { desired: wanted, live }: { readonly desired?: Json; readonly live?: Json }) {
  const address = `routers/deviceConfiguration/r1.${part}` as const;
  const desired: Resource = {
    ...{ address, target: "routers", kind: "deviceConfiguration", key: `r1.${part}`, identity: part },
    scope: { device: "r1", host, deviceConfiguration: part },
    ...{ value: wanted ?? live ?? null, secrets: [], lists: {}, ownership: "declared", protect: false },
    observed: false,
  };
  const change = changeOf(desired, { desired: wanted, live });
  const operation = change.action;
  const step: Step = {
    ...{ id: "u", operation, address, target: "routers", kind: "deviceConfiguration" },
    ...{ because: [address], after: [], assumed: false },
  };
  const declared = { resources: new Map([[address, desired]]), locate: () => undefined };
  const finding = lockout({ changes: [change], steps: [step], desired: declared, facts: new Map() });
  return finding?.message.split(": ")[1]?.split(", ");
}

function changeOf(
  desired: Resource,
  sides: { readonly desired: Json | undefined; readonly live: Json | undefined },
): Change {
  const { address } = desired;
  const live = { value: sides.live ?? null };
  if (sides.live === undefined) return { action: "create", address, desired, cause: "pending" };
  if (sides.desired === undefined)
    return { action: "remove", address, base: desired, live, cause: "pending" };
  return { action: "update", address, desired, live, differences: [] };
}

/**
 * Returns the desired and the live value of a change to this management path. In the change, one of the path's
 * `members` changes, in an object that satisfies `holding`.
 */
function sidesOf({ holding, members: [member = "leaf"] = [] }: ManagementPath) {
  const mark = holding === "host" ? host : holding && "0.0.0.0/0";
  const side = (leaf: string): Json => ({
    entry: { ...(mark !== undefined && { mark }), [member]: { leaf } },
  });
  return { desired: side("a"), live: side("b") };
}

function nested(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

const all = managementModels.flatMap(({ of, paths }) =>
  paths.map((way) => [`${of}: ${way.path}`, way] as const),
);

describe.each(all)("%s", (_, way) => {
  const names = way.path.split("/").filter((name) => name !== "");
  const above = way.path.startsWith("/") ? [] : ["Any-root:root"];
  const { desired, live } = sidesOf(way);

  test.each<[string, (name: string, at: number) => string]>([
    ["without modules", (name) => name],
    ["with a module at each name", (name) => `Any-module:${name}`],
    ["with a module where it changes", (name, at) => (at === names.length - 1 ? `Any-aug:${name}` : name)],
  ])("is watched %s: as a path, and in a tree above it", (_name, spelled) => {
    const parts = [...above, ...names.map(spelled)];
    expect(found(`/${parts.join("/")}`, { desired, live })).toContain(way.what);
    expect(found("/", { desired: nested(parts, desired), live: nested(parts, live) })).toContain(way.what);
    const [first = "", ...rest] = parts;
    const inside = { desired: nested(rest, desired), live: nested(rest, live) };
    expect(found(`/${first}`, inside)).toContain(way.what);
  });

  test("is watched in entries of lists, with their keys behind the name in both forms", () => {
    for (const key of ["=a%2F0,4", '[name="a/0"][x="4"]']) {
      const parts = [
        ...above,
        ...names.map((name, at) => (at === names.length - 1 ? `${name}${key}` : name)),
      ];
      expect(found(`/${parts.join("/")}`, { desired, live }), key).toContain(way.what);
    }
  });

  test("is watched when it is removed as a whole, and when it is made", () => {
    const path = `/${[...above, ...names].join("/")}`;
    expect(found(path, { live })).toContain(way.what);
    expect(found(path, { desired })).toContain(way.what);
  });

  test("says which module has it", () => {
    expect(way.source).toMatch(/^[A-Za-z][\w-]+(?: \(RFC \d+\))?(?:, [A-Za-z][\w-]+)*$/);
  });
});

test.each<[string, Json, Json]>([
  ["/Cisco-IOS-XR-crypto-ssh-cfg:other/ssh", { a: 1 }, { a: 2 }],
  [
    "/Cisco-NX-OS-device:System/fm-items",
    { "lacp-items": { adminSt: "a" } },
    { "lacp-items": { adminSt: "b" } },
  ],
  ["/Cisco-NX-OS-device:System/intf-items/mgmt-items", { descr: "a" }, { descr: "b" }],
  ["/openconfig-system:system/config", { hostname: "a" }, { hostname: "b" }],
  ["/junos-conf-root:configuration/system", { "host-name": "a" }, { "host-name": "b" }],
  ["/junos-conf-root:configuration/services", { rpm: "a" }, { rpm: "b" }],
  ["/nokia-conf:configure/system", { name: "a" }, { name: "b" }],
  ["/huawei-ifm:ifm/interfaces/interface=Ethernet1", { description: "a" }, { description: "b" }],
  ["/Cisco-IOS-XR-ip-static-cfg:router-static", { prefix: "10.9.0.0" }, { prefix: "10.8.0.0" }],
])("what is beside it is not: %s", (part, desired, live) => {
  expect(found(part, { desired, live })).toBeUndefined();
});

test.each([
  "0.0.0.0",
  "0.0.0.0/0",
  "0/0",
  "10.1.2.3/0",
  "::/0",
  "0::/0",
  "0:0:0:0:0:0:0:0/0",
  "2001:DB8::/0",
  "::",
])("the default route is seen however it is spelled: %s", (prefix) => {
  const part = `/Cisco-IOS-XE-native:native/ipv6/route/list=${encodeURIComponent(prefix)}`;
  expect(found(part, { desired: { via: "a" }, live: { via: "b" } })).toEqual(["the default route"]);
  const inside = { desired: { prefix, via: "a" }, live: { prefix, via: "b" } };
  expect(found("/Any:router-static/entry", inside)).toEqual(["the default route"]);
});

test.each(["10.0.0.0", "10.0.0.0/8", "::1/128", "2001:db8::/32", "0", "::ffff:0:0/96"])(
  "another route is none: %s",
  (prefix) => {
    const inside = { desired: { prefix, via: "a" }, live: { prefix, via: "b" } };
    expect(found("/Any:router-static/entry", inside)).toBeUndefined();
  },
);

const own = { ipv4: { address: [{ ip: host }] } };

test.each<[string, object]>([
  ["/ietf-interfaces:interfaces/interface=e0", { "ietf-network-instance:bind-ni-name": "blue" }],
  [
    "/openconfig-interfaces:interfaces/interface=e0",
    { "openconfig-if-ethernet:ethernet": { config: { "openconfig-if-aggregate:aggregate-id": "ae1" } } },
  ],
  [
    "/openconfig-interfaces:interfaces/interface=e0",
    { ethernet: { "openconfig-vlan:switched-vlan": { config: { "access-vlan": 7 } } } },
  ],
  ["/openconfig-interfaces:interfaces/interface=v10", { "routed-vlan": { config: { vlan: 7 } } }],
  ["/nokia-conf:configure/router=Base/interface=i", { "admin-state": "disable" }],
  ["/nokia-conf:configure/router=Base/interface=i", { port: "1/1/2" }],
  ["/srl_nokia-interfaces:interface=mgmt0", { "admin-state": "disable" }],
  ["/srl_nokia-interfaces:interface=mgmt0", { subinterface: [{ index: 0, "admin-state": "disable" }] }],
  ["/huawei-ifm:ifm/interfaces/interface=GE0", { "vrf-name": "blue" }],
  [
    "/Cisco-IOS-XR-ifmgr-cfg:interface-configurations/interface-configuration=act,Mg0",
    { "bundle-member": 1 },
  ],
  [
    "/junos-conf-root:configuration/interfaces/interface=ge-0%2F0%2F0",
    { "gigether-options": { "ieee-802.3ad": { bundle: "ae0" } } },
  ],
])("what ends an interface that has the host's address is seen: %s %j", (part, change) => {
  const desired = { ...own, ...change } as unknown as Json;
  expect(found(part, { desired, live: own })).toEqual(["its own interface"]);
  const other = { ipv4: { address: [{ ip: "10.20.0.9" }] } };
  expect(found(part, { desired: { ...other, ...change } as unknown as Json, live: other })).toBeUndefined();
});

test.each<[string, string]>([
  [
    "/Cisco-IOS-XE-native:native/ip/route/ip-route-interface-forwarding-list=0.0.0.0,0.0.0.0",
    "the default route",
  ],
  ["/junos-conf-root:configuration/routing-options/static/route=0.0.0.0%2F0", "the default route"],
  ['/junos-conf-root:configuration/routing-options/static/route[name="::/0"]', "the default route"],
  [`/ietf-interfaces:interfaces/interface=e0/ipv4/address=${host}`, "its own interface"],
])("what its key alone tells is seen: %s", (part, what) => {
  expect(found(part, { desired: { via: "10.0.0.1" }, live: { via: "10.0.0.9" } })).toEqual([what]);
});

const mappings = fileURLToPath(new URL("../../../mappings/", import.meta.url));
/**
 * Sections that ask for a consent although their paths do not: sections of local lines, and sections of access lists,
 * which are seldom used for management. docs/guards.md says the same.
 */
const onlySections =
  /\/device(?:Console|Auxiliary)Line\.yaml$|AccessList\.yaml$|\/deviceAcl(?:Interface)?\.yaml$/;

test.each(
  globSync("*/*.yaml", { cwd: mappings }).filter((file) => {
    const isGuarded = /^lockout:/m.test(readFileSync(`${mappings}${file}`, "utf8"));
    return isGuarded && !onlySections.test(file);
  }),
)("what a section asks a consent for, its path asks for: %s", (file) => {
  const [, path = ""] = /\bpath: "?(\/[^"\s,}]+)/.exec(readFileSync(`${mappings}${file}`, "utf8")) ?? [];
  expect(path).not.toBe("");
  expect(found(path.replaceAll(/\[[^\]]*\]/g, ""), { desired: { a: 1 }, live: { a: 2 } })).toBeDefined();
});

test("each is in the documentation, with its module, and nothing else is", () => {
  const page = readFileSync(new URL("../../../docs/guards.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("| models | path |"), page.indexOf("Not watched:"));
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| models"));
  const expected = managementModels.flatMap(({ of, paths }) =>
    paths.map(({ path, what, holding, members, source }) => {
      const which =
        holding === "host" ? "what has the host's address" : holding ? "the default route" : "all";
      const changes = members ? members.map((member) => `\`${member}\``).join(", ") : "any";
      return `| ${of} | \`${path}\` | ${what} | ${which} | ${changes} | ${source} |`;
    }),
  );
  expect(rows).toEqual(expected);
});
