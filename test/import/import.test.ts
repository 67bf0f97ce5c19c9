/**
 * Importing live networks: the written files, the values that are left out and reported, and the empty plan afterwards.
 */

import { describe, expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import type { NetworkSeed } from "../../src/simulator/dashboard/state.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { projectText } from "../servers/virtual-time/run.ts";
import { imported } from "./live.ts";

const company = (networks: readonly NetworkSeed[], name = "Acme"): WorldSeed => ({
  organizations: [{ id: "O_1", name, networks }],
});
const office = (name: string, more: Partial<NetworkSeed> = {}): NetworkSeed => ({
  name,
  timeZone: "Europe/Berlin",
  tags: ["branch"],
  ...more,
});

describe("the built-in company", () => {
  test("becomes a folder for each organization, with a file for each network, one for its devices, and what networks share as defaults", async () => {
    const { texts, plan, addresses, leftOut } = await imported({ seed: builtInCompany() });
    expect([plan.changes, plan.unknown, plan.unmanaged, leftOut]).toEqual([[], [], {}, []]);
    expect(addresses).toHaveLength(51 + 120 + 306);
    expect(texts["desired-state/cloud/acme/defaults.yaml"]).toBe(`target: cloud
organization: Acme
defaults:
  networks:
    tags: [branch, emea]
    netflow: { enabled: true, collectorIp: 10.20.0.9, collectorPort: 2055 }
    ssids: { 0: { name: Acme Corp, vlan: 20 }, 1: { name: Acme Guest, vlan: 90 } }
`);
    expect(texts["desired-state/cloud/acme/dublin-office.yaml"]).toBe(`networks:
  dublin-office:
    name: Dublin Office
    timeZone: Europe/Dublin
    tags: [branch, emea, warehouse]
`);
    expect(texts["desired-state/cloud/acme/devices.yaml"]).toContain("    network: berlin-office\n");
    expect(texts["desired-state/cloud/acme/lisbon-office.yaml"]).toContain("    ssids: null\n");
  });

  test("has all its tenants in files of their own", async () => {
    const { plan, addresses, texts } = await imported({ seed: builtInCompany(), target: "fabric" });
    expect([plan.changes, plan.unknown, addresses.length]).toEqual([[], [], 25]);
    expect(Object.keys(texts)).toContain("desired-state/fabric/humanresources.yaml");
  });

  test("has routers that are named by their host and called by their hostname", async () => {
    const hosts = Array.from({ length: 12 }, (_, at) => `10.20.0.${at + 1}`);
    const { plan, addresses, texts } = await imported({ seed: builtInCompany(), target: "routers", hosts });
    expect([plan.changes, plan.unknown, addresses.length]).toEqual([[], [], 12 * 5]);
    expect(texts["desired-state/routers/rtr-berlin-1.yaml"]).toContain("host: 10.20.0.1\n");
  });
});

describe("only what is asked for is written", () => {
  const seed = builtInCompany();

  test("one organization, with all that is in it", async () => {
    const { texts, addresses } = await imported({ seed, only: ["cloud/organization/Globex"] });
    expect(Object.keys(texts).every((path) => path.startsWith("desired-state/cloud/globex/"))).toBe(true);
    expect(addresses.filter((one) => one.startsWith("cloud/network/"))).toHaveLength(12);
  });

  test("some networks without their SSIDs, in one file that says for whom it is", async () => {
    const { texts, plan } = await imported({ seed, only: ["cloud/network/berlin*"] });
    expect(Object.keys(texts)).toEqual(["desired-state/cloud/acme/berlin-office.yaml"]);
    expect(Object.values(texts)[0]).toMatch(/^target: cloud\norganization: Acme\nnetworks:\n/);
    expect([plan.changes, plan.unmanaged["cloud/network"]]).toEqual([[], 21]);
  });

  test("an SSID with the network that it is in", async () => {
    const { addresses } = await imported({ seed, only: ["cloud/ssid/berlin-office.1"] });
    expect(addresses).toEqual(["cloud/network/berlin-office", "cloud/ssid/berlin-office.1"]);
  });

  test("a managed object, which no list shows, by its path; a wrong path is told", async () => {
    const path = "fabric/managedObject/uni/tn-Production/ctx-main";
    const only = [path, "fabric/tenant/Nobody"];
    const { addresses, unknown } = await imported({ seed, target: "fabric", only });
    expect(addresses).toEqual([path]);
    expect(unknown.map(({ message }) => message)).toEqual(["fabric says that uni/tn-Nobody does not exist"]);
  });

  test("a part of a device's configuration by its path, on each device that is read", async () => {
    const only = ["routers/deviceConfiguration/*./Vendor-native:native/ntp"];
    const of = { seed, target: "routers", hosts: ["10.20.0.1", "10.20.0.2"], only };
    const { addresses, plan } = await imported(of);
    const parts = ["rtr-berlin-1", "rtr-munich-1"].map((key) => `${key}./Vendor-native:native/ntp`);
    expect(addresses).toEqual(parts.map((key) => `routers/deviceConfiguration/${key}`));
    expect(plan.changes).toEqual([]);
  });
});

describe("beside what is declared already", () => {
  const networks = [
    office("Berlin"),
    office("Munich", { ssids: { 0: { name: "Corp" }, 1: { name: "Guest" } } }),
  ];
  const declared = {
    "desired-state/cloud/acme/munich.yaml": `target: cloud
organization: Acme
networks:
  berlin: { name: Munich, ssids: { 0: { name: Corp } } }
`,
  };

  test("only the rest is written; keys and files that are taken are nobody else's", async () => {
    const of = { seed: company(networks), files: declared };
    const { texts, plan, leftOut, addresses } = await imported(of);
    expect(addresses).toEqual(["cloud/network/acme-berlin"]);
    expect(Object.keys(texts)).toEqual(["desired-state/cloud/acme/acme-berlin.yaml"]);
    expect(leftOut).toEqual([
      {
        what: 'SSID "1" in network "Munich" in organization "Acme"',
        reason: "its parent is already declared: add this resource there",
      },
    ]);
    expect(plan.changes).toEqual([]);
  });

  test("defaults of the folders above are taken away where live is otherwise, and nobody's file gets new ones", async () => {
    const above = `target: cloud
organization: Acme
defaults:
  networks: { protect: true, timeZone: Europe/Paris, netflow: { enabled: true }, ssids: { 0: { name: Corp, vlan: 5 } } }
  ssids: { vlan: 7 }
`;
    const files = { ...declared, "desired-state/cloud/defaults.yaml": above };
    const more = [
      office("Rome", { ssids: { 3: { name: "Rome" } } }),
      office("Bonn", { ssids: { 0: { name: "Corp" } } }),
    ];
    const of = { seed: company([...networks, ...more]), files };
    const { texts, plan, desired } = await imported(of);
    expect(plan.changes.filter(({ address }) => !address.includes("/berlin"))).toEqual([]);
    expect(desired.resources.get("cloud/network/rome")?.protect).toBe(true);
    expect(Object.keys(texts)).not.toContain("desired-state/cloud/acme/defaults.yaml");
  });

  test("a device of which a part is declared is the same device: what it has besides is told, not declared anew", async () => {
    const interfaces = ["1/0/1", "1/0/2", "1/0/3"].map((name) => ({ name, description: `port ${name}` }));
    const data = { "Vendor-native:native": { hostname: "r1", interface: { GigabitEthernet: interfaces } } };
    const live = { data };
    const own = `target: routers
devices:
  edge: { host: 10.20.0.1, hostname: r1, interfaces: { GigabitEthernet 1/0/1: { description: port 1/0/1 } } }
`;
    const { texts, addresses, leftOut, declared } = await imported({
      seed: { routers: { "10.20.0.1": live, "10.20.0.2": live } },
      files: { "desired-state/routers/edge.yaml": own },
      target: "routers",
      hosts: ["10.20.0.1", "10.20.0.2"],
    });
    expect(Object.keys(texts)).toEqual(["desired-state/routers/r1.yaml"]);
    expect(texts["desired-state/routers/r1.yaml"]).not.toContain("10.20.0.1");
    expect(addresses.every((one) => one.includes("/r1"))).toBe(true);
    expect(leftOut.map(({ reason }) => reason)).toEqual(
      [2, 3].map(() => "its parent is already declared: add this resource there"),
    );
    expect(declared).toEqual([
      "routers/deviceHostname/edge",
      "routers/deviceInterface/edge.GigabitEthernet 1/0/1",
    ]);
  });

  test("an import after an import has nothing left to write", async () => {
    const first = await imported({ seed: builtInCompany() });
    const second = await imported({ seed: builtInCompany(), files: first.texts });
    expect([second.files, second.leftOut, second.declared.length]).toEqual([[], [], 477]);
  });
});

describe("what nobody can declare is left out, and said", () => {
  test("fields that no kind has and values that a schema refuses; the rest of the network is declared", async () => {
    const netflow = { enabled: true, collectorIp: "not-an-address", collectorPort: 2055 };
    const seed = company([
      office("Berlin", { netflow, timeZone: "Mars/Base", more: { notes: "x", vlan: null } }),
    ]);
    const { omitted, plan, desired } = await imported({ seed });
    expect(omitted.map(({ path }) => path.join("."))).toEqual(["timeZone", "netflow.collectorIp", "notes"]);
    expect(desired.resources.get("cloud/network/berlin")?.value).toEqual({
      name: "Berlin",
      tags: ["branch"],
      netflow: { enabled: true, collectorPort: 2055 },
    });
    expect(plan.changes).toEqual([]);
  });

  test("all networks of an organization whose name nobody can declare; the others are imported", async () => {
    const networks = [office("Berlin"), office("Bonn")];
    const seed = {
      organizations: [
        { id: "O_1", name: "x".repeat(300), networks },
        { id: "O_2", name: "Acme", networks },
      ],
    };
    const { leftOut, addresses, plan } = await imported({ seed });
    expect(addresses.filter((each) => each.startsWith("cloud/network/"))).toHaveLength(2);
    expect(leftOut.map(({ reason }) => reason)).toEqual(
      networks.map(() => "`organization` must be at most 255 characters long"),
    );
    expect(plan.changes).toEqual([]);
  });

  test("a list with one bad element goes whole: without the element it would say something else", async () => {
    const { omitted, plan } = await imported({ seed: company([office("Berlin", { tags: ["a", ""] })]) });
    expect([omitted.map(({ path }) => path), plan.changes]).toEqual([[["tags"]], []]);
  });

  test("a name that is too long, and two networks of one name, with all that is in them", async () => {
    const ssids = { 0: { name: "Corp" } };
    const seed = company([
      office("x".repeat(256), { ssids }),
      office("Twin", { ssids }),
      office("Twin"),
      office("Ok"),
    ]);
    const { leftOut, addresses, plan } = await imported({ seed });
    expect(addresses).toEqual(["cloud/network/ok"]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      "2 resources have this name: rename all but one",
      "`name` must be at most 255 characters long",
    ]);
    expect([plan.changes, plan.unmanaged]).toEqual([[], { "cloud/network": 3 }]);
  });

  const withReference = {
    seed: {
      routers: {
        "10.20.0.1": {
          data: { "Vendor-native:native": { hostname: "r1", ntp: { secret: "env:DASHBOARD_API_KEY" } } },
        },
      },
    },
    target: "routers",
    hosts: ["10.20.0.1"],
    only: ["routers/*", "routers/deviceConfiguration/*./Vendor-native:native/ntp"],
  };

  test("a secret leaf of a device whose text is a reference to a secret of the run: without the leaf", async () => {
    const { addresses, omitted, plan, texts } = await imported(withReference);
    expect(addresses).toContain("routers/deviceConfiguration/r1./Vendor-native:native/ntp");
    expect(omitted.map(({ path }) => path)).toEqual([["secret"]]);
    expect(JSON.stringify(texts)).not.toContain("DASHBOARD_API_KEY");
    expect(plan.changes).toEqual([]);
  });

  test("the same where the leaf is said to be no secret: the tree, which would be the reference itself", async () => {
    const open = "interface: restconf\n    settings: { notSecret: [/Vendor-native:native/ntp/secret] }\n";
    const project = projectText().replace("interface: restconf\n", open);
    const { addresses, leftOut, texts } = await imported({ ...withReference, project });
    expect(addresses).toEqual(["routers/deviceHostname/r1"]);
    expect(leftOut[0]?.what).toBe("routers/deviceConfiguration/r1./Vendor-native:native/ntp");
    expect(JSON.stringify(texts)).not.toContain("DASHBOARD_API_KEY");
  });
});

test("what cannot be read is unknown: the rest is imported, and nothing is made up", async () => {
  const { unknown, addresses } = await imported({
    seed: builtInCompany(),
    target: "routers",
    hosts: ["10.20.0.1", "10.20.9.9"],
  });
  expect([unknown.length, addresses.length]).toEqual([1, 5]);
});

describe("secrets that no interface shows", () => {
  const ssids = { 0: { name: "Acme Corp" }, 1: { name: "Gäste" } };
  const seed = company([office("Berlin", { ssids }), office("Bonn", { ssids }), office("Rome", { ssids })]);

  test("are not declared unless that is asked: then each by a reference of its own, and the next plan is empty all the same", async () => {
    expect(JSON.stringify((await imported({ seed })).texts)).not.toContain("password");
    const { plan, texts, problems } = await imported({ seed, secrets: true });
    expect([plan.changes, problems]).toEqual([[], []]);
    expect(texts["desired-state/cloud/acme/bonn.yaml"]).toContain(
      "password: { secret: env:ACME_BONN_GASTE_PSK }",
    );
    expect(texts["desired-state/cloud/acme/defaults.yaml"]).not.toContain("secret:");
  });

  test("are declared in the folder's defaults where one reference is for all of a name", async () => {
    const { plan, texts, problems } = await imported({ seed, secrets: true, sharing: "name" });
    expect([plan.changes, problems]).toEqual([[], []]);
    expect(texts["desired-state/cloud/acme/defaults.yaml"]).toContain(
      "password: { secret: env:ACME_GASTE_PSK }",
    );
  });
});
