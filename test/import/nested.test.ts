/** Fields in groups of sections are imported into these groups, on top of any existing defaults. */

import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/drivers/contract/contract.ts";
import { adopt } from "../../src/import/edit/adopt.ts";
import { importLive } from "../../src/import/import.ts";
import { inheritedBy, load } from "../../src/load/load.ts";
import type { Change } from "../../src/model/change.ts";
import type { Json } from "../../src/model/json.ts";
import type { DiscoveredItem } from "../../src/observe/discover.ts";
import { project } from "../load/fixtures.ts";
import { nested, withKinds } from "../load/nested.ts";

const drivers = withKinds(nested.map((kind) => ({ ...kind, keyOf: ({ identity }) => identity })));
const driver = drivers.find((each) => each.interface === "dashboard");
const target = project.targets.get("cloud");

function kindOf(name: string): Kind {
  const kind = driver?.kinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

function item(kind: string, identity: string, value: Json, parent?: DiscoveredItem): DiscoveredItem {
  const scope = { organization: "Acme" };
  return { kind: kindOf(kind), item: { kind, identity, id: `${kind}-${identity}`, value }, scope, parent };
}

const acme = item("organization", "Acme", {});
const networkWith = (name: string, of: readonly (readonly [string, string, Json])[]) => {
  const network = item("network", name, { name }, acme);
  return [network, ...of.map(([kind, identity, value]) => item(kind, identity, value, network))];
};

function imported(found: readonly DiscoveredItem[], there: Readonly<Record<string, string>> = {}) {
  if (!driver || !target) throw new Error("the fixtures have a dashboard");
  const files = Object.entries(there).map(([path, text]) => ({ path, text }));
  return importLive({
    target: "cloud",
    driver,
    found: [acme, ...found],
    desired: load({ project, files, drivers }).desired,
    isWanted: () => true,
    layout: {
      target: "cloud",
      folder: "desired-state/cloud",
      there: files.map(({ path }) => path),
      inherited: (folder) => inheritedBy({ project, files, drivers, target }, folder),
    },
    sharing: "each",
    repeatsSecret: () => false,
    isDeclared: () => false,
    reload: (more) => load({ project, files: [...files, ...more], drivers }),
  });
}

const office = [
  ["vlan", "10", { name: "Office" }],
  ["vlan", "20", { name: "Guests" }],
  ["settings", "on", { on: true }],
  ["ssid", "0", { name: "Corp", vlan: 10 }],
] as const;

describe("an import", () => {
  test("writes groups, and reads them back", () => {
    const { files, addresses, leftOut } = imported(networkWith("Berlin", office));
    expect(leftOut).toEqual([]);
    expect(addresses).toHaveLength(5);
    expect(files.map(({ text }) => text)).toEqual([
      `target: cloud
organization: Acme
networks:
  berlin:
    name: Berlin
    ssids: { 0: { name: Corp, vlan: 10 } }
    appliance:
      vlans: { 10: { name: Office }, 20: { name: Guests } }
    settings: { on: true }
`,
    ]);
  });

  test("shares what is alike in groups, and takes away what a network does not have", () => {
    const towns = ["Berlin", "Rome", "Oslo", "Bern", "Lima"].flatMap((name) => networkWith(name, office));
    const { files, addresses, leftOut } = imported([...towns, ...networkWith("Quito", office.slice(0, 1))]);
    expect(leftOut).toEqual([]);
    expect(addresses).toHaveLength(5 * 5 + 2);
    const defaults = files.find(({ path }) => path.endsWith("defaults.yaml"))?.text;
    expect(defaults).toContain("appliance:");
    expect(files.find(({ path }) => path.endsWith("quito.yaml"))?.text).toContain("20: null");
  });

  test.each([
    [
      "by full names",
      "defaults: { wireless.ssids: { vlan: 10 }, networks: { wireless: { ssids: { 1: { name: Any } } } } }",
    ],
    ["by short ones", "defaults: { ssids: { vlan: 10 }, networks: { ssids: { 1: { name: Any } } } }"],
  ])("says all that the defaults around it say otherwise, %s", (_, defaults) => {
    const there = { "desired-state/defaults.yaml": `${defaults}\n` };
    const { addresses, leftOut, desired } = imported(networkWith("Berlin", office), there);
    expect(leftOut).toEqual([]);
    expect(addresses).toHaveLength(5);
    const declared = [...desired.resources.values()].filter(({ observed }) => !observed);
    expect(declared.map(({ address }) => address)).toEqual(addresses.toSorted());
  });
});

describe("adopting", () => {
  test.each([
    ["cloud/vlan/berlin.10", "appliance: { vlans: { 10: { name: Office } } }"],
    ["cloud/ssid/berlin.0", "ssids: { 0: { name: Office } }"],
    ["cloud/ssid/berlin.0", "wireless: { ssids: { 0: { name: Office } } }"],
  ] as const)("sets a field of %s where it is written: %s", (address, written) => {
    const text = `target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin, ${written} } # kept\n`;
    const files = [{ path: "desired-state/a.yaml", text }];
    const loaded = load({ project, files, drivers });
    const resource = loaded.desired.resources.get(address);
    if (!resource) throw new Error(`${address} is not declared`);
    const difference = { path: "/name", cause: "drift", desired: "Office", live: "Renamed" } as const;
    const live = { value: { name: "Renamed" } };
    const change: Change = { action: "update", address, desired: resource, live, differences: [difference] };
    const adopted = adopt({
      files,
      desired: loaded.desired,
      changes: [change],
      repeatsSecret: () => false,
      reload: (texts) => load({ project, files: texts, drivers }).desired,
    });
    expect(adopted.notAdopted).toEqual([]);
    expect(adopted.files).toEqual([
      { path: "desired-state/a.yaml", text: text.replace("Office", "Renamed") },
    ]);
  });
});
