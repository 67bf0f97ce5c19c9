/** Empty devices on which everything declared is created, over each interface, in virtual time. */

import { describe, expect, test } from "vitest";
import { at } from "../../../src/model/pointer.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const ways = {
  rfc8040: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
  resource:
    "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}', settings: { read: resource }",
  container:
    "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}', settings: { read: container }",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;

const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
const project = (way: keyof typeof ways) => `version: 1
environment: virtual
targets:
  lab: { ${ways[way]}, hosts: [10.20.0.0/16], credential: ${credential} }
`;
const files = {
  "a.yaml": `target: lab
devices:
  one:
    host: ${host}
    hostname: one
    interfaces: { GigabitEthernet 1/0/1: { description: uplink } }
    keys: { /Vendor-native:native/vlan: id }
    config:
      /Vendor-native:native/ntp: { server: [10.0.0.5] }
      /Vendor-native:native/vlan: [{ id: 10 }]
`,
};
const model = {
  "Vendor-native:native": {
    hostname: "x",
    interface: { GigabitEthernet: [{ name: "x", description: "x" }] },
    ntp: { server: ["x"] },
    vlan: [{ id: 1 }],
  },
};
const keys = { vlan: ["id"] };
const native = { name: "Vendor-native", revision: "2026-01-01", text: "module Vendor-native {}" };
const fresh: WorldSeed = { routers: { [host]: { data: {}, model, keys, modules: [native] } } };

function on(way: keyof typeof ways, seed = fresh) {
  const settings = way === "netconf" ? { netconf: netconfDefaults } : { restconfMode: "rfc8040" as const };
  return stage({ project: project(way), seed, files, settings });
}

describe.each(["rfc8040", "resource", "container", "netconf"] as const)("over %s", (way) => {
  test("all that is declared is made, and is there as declared", async () => {
    const device = on(way);
    const made = await device.plan();
    expect(made.plan.unknown).toEqual([]);
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["create", "create", "create", "create"]);
    const { settled } = await device.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(Array(4).fill("applied"));
    const tree = device.network.world.restconf.routers.get(host)?.data ?? {};
    expect(at(tree, "/Vendor-native:native")).toEqual({
      hostname: "one",
      interface: { GigabitEthernet: [{ name: "1/0/1", description: "uplink" }] },
      ntp: { server: ["10.0.0.5"] },
      vlan: [{ id: 10 }],
    });
    expect((await device.plan()).plan.changes).toEqual([]);
  });
});

test("over RESTCONF a device that does not say that it implements the module may serve nothing: it is unknown", async () => {
  const other = { ...native, name: "Other" };
  for (const modules of [undefined, [], [other], [{ ...native, importOnly: true }]]) {
    const seed = { routers: { [host]: { data: {}, model, keys, ...(modules && { modules }) } } };
    const { plan } = await on("rfc8040", seed).plan();
    expect(plan.changes).toEqual([]);
    expect(new Set(plan.unknown.map(({ problem }) => problem.code))).toEqual(new Set(["no-tree"]));
  }
});

test("a device that was seen with something is not taken for empty when all of it is gone at once", async () => {
  const data = { "Vendor-native:native": { hostname: "one" } };
  const device = on("rfc8040", { routers: { [host]: { data, model, keys, modules: [native] } } });
  await device.plan();
  device.network.fault({
    interface: "restconf",
    path: "*/data/Vendor-native:native*",
    effect: { kind: "answer", status: 404 },
  });
  const { plan } = await device.plan();
  expect(plan.changes).toEqual([]);
  expect(plan.unknown).toHaveLength(4);
});

describe("a device of another model than the settings name", () => {
  const declared = {
    "a.yaml": `target: lab
devices: { one: { host: ${host}, config: { "/Acme-box:box": { name: first } } } }
`,
  };
  const acme = { name: "Acme-box", revision: "2026-01-01", text: "module Acme-box {}" };
  const box = (modules: readonly (typeof acme & { readonly importOnly?: boolean })[]): WorldSeed => ({
    routers: { [host]: { data: {}, model: { "Acme-box:box": { name: "x" } }, modules } },
  });

  test.each([
    ["in its hello", []],
    ["in its library alone, as those of YANG 1.1 are", ["Acme-box"]],
  ])("over NETCONF, with its module %s, takes what is declared", async (_, libraryModules) => {
    const settings = { netconf: { ...netconfDefaults, libraryModules } };
    const device = stage({ project: project("netconf"), seed: box([]), files: declared, settings });
    const made = await device.plan();
    expect(made.plan.unknown).toEqual([]);
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["create"]);
    const { settled } = await device.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(device.network.world.restconf.routers.get(host)?.data).toEqual({
      "Acme-box:box": { name: "first" },
    });
    expect((await device.plan()).plan.changes).toEqual([]);
  });

  test.each(["modules-state", "yang-library"] as const)(
    "over NETCONF stays unknown where %s has its module for its types only",
    async (yangLibrary) => {
      const settings = { yangLibrary, netconf: { ...netconfDefaults, libraryModules: ["Acme-box"] } };
      const seed = box([{ ...acme, importOnly: true }]);
      const { plan } = await stage({ project: project("netconf"), seed, files: declared, settings }).plan();
      expect(plan.changes).toEqual([]);
      expect(plan.unknown).toHaveLength(1);
    },
  );

  test.each(["rfc8040", "resource", "container"] as const)(
    "over RESTCONF, by %s, takes what is declared",
    async (way) => {
      const settings = { restconfMode: "rfc8040" as const };
      const device = stage({ project: project(way), seed: box([acme]), files: declared, settings });
      const made = await device.plan();
      expect(made.plan.unknown).toEqual([]);
      const { settled } = await device.apply(made);
      expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
      expect((await device.plan()).plan.changes).toEqual([]);
    },
  );
});
