import { describe, expect, test } from "vitest";
import { loadText, loadTexts, told } from "./fixtures.ts";

const berlin = `
target: cloud
organization: Acme
networks:
  berlin:
    name: Berlin Office
    timeZone: Europe/Berlin
    tags: [emea, branch]
    site: Berlin
    netflow: { enabled: true, collectorIp: 10.20.0.9, collectorPort: 2055 }
    ssids:
      0: { name: Acme Corp, password: { secret: env:BERLIN_PSK }, vlan: 20 }
`;

const router = `
target: routers
devices:
  rtr-1:
    host: 10.20.0.1
    site: Berlin
    protect: true
    ownership: exclusive
    keys: { /n/ntp/server: ip, /n/acl: name, /n/acl/rule: [seq, action] }
    hostname: rtr-berlin-1
    interfaces:
      GigabitEthernet 1/0/1: { description: uplink, ownership: declared }
    config:
      /n/ntp: { server: [{ ip: 10.0.0.5 }] }
      /n: { protect: kept, site: kept }
`;

describe("what a file declares", () => {
  test("networks and their SSIDs, with the organization that holds them", () => {
    const { desired, problems } = loadText(berlin);
    expect(problems).toStrictEqual([]);
    expect([...desired.resources.values()]).toStrictEqual([
      {
        address: "cloud/network/berlin",
        target: "cloud",
        kind: "network",
        key: "berlin",
        identity: "Berlin Office",
        scope: { organization: "Acme", network: "berlin" },
        value: {
          name: "Berlin Office",
          timeZone: "Europe/Berlin",
          tags: ["branch", "emea"],
          netflow: { enabled: true, collectorIp: "10.20.0.9", collectorPort: 2055 },
        },
        secrets: [],
        lists: {},
        ownership: "declared",
        protect: false,
        observed: false,
        parent: "cloud/organization/Acme",
        site: "Berlin",
      },
      {
        address: "cloud/organization/Acme",
        target: "cloud",
        kind: "organization",
        key: "Acme",
        identity: "Acme",
        scope: { organization: "Acme" },
        value: {},
        secrets: [],
        lists: {},
        ownership: "declared",
        protect: false,
        observed: true,
      },
      {
        address: "cloud/ssid/berlin.0",
        target: "cloud",
        kind: "ssid",
        key: "berlin.0",
        identity: "0",
        scope: { organization: "Acme", network: "berlin", ssid: "0" },
        value: { name: "Acme Corp", password: { secret: "env:BERLIN_PSK" }, vlan: 20 },
        secrets: ["/password"],
        lists: {},
        ownership: "declared",
        protect: false,
        observed: false,
        parent: "cloud/network/berlin",
        site: "Berlin",
      },
    ]);
  });

  test("what is in a device takes over its host, site, protection and ownership", () => {
    const { desired, problems } = loadText(router);
    expect(problems).toStrictEqual([]);
    const all = [...desired.resources.values()];
    expect(all.map(({ address, identity, ownership }) => [address, identity, ownership])).toStrictEqual([
      ["routers/deviceConfiguration/rtr-1./n", "/n", "exclusive"],
      ["routers/deviceConfiguration/rtr-1./n/ntp", "/n/ntp", "exclusive"],
      ["routers/deviceHostname/rtr-1", "hostname", "exclusive"],
      ["routers/deviceInterface/rtr-1.GigabitEthernet 1/0/1", "GigabitEthernet 1/0/1", "declared"],
    ]);
    for (const { scope, site, protect, parent } of all) {
      expect(scope).toMatchObject({ device: "rtr-1", host: "10.20.0.1" });
      expect(scope).not.toHaveProperty("protect");
      expect([site, protect, parent]).toStrictEqual(["Berlin", true, undefined]);
    }
    expect(desired.resources.get("routers/deviceHostname/rtr-1")?.value).toBe("rtr-berlin-1");
  });

  test("the loader's own field names are data in free-form configuration", () => {
    const { desired } = loadText(router);
    expect(desired.resources.get("routers/deviceConfiguration/rtr-1./n")?.value).toStrictEqual({
      protect: "kept",
      site: "kept",
    });
  });

  test("a device's list keys become pointers into each configuration", () => {
    const { resources } = loadText(router).desired;
    expect(resources.get("routers/deviceConfiguration/rtr-1./n/ntp")?.lists).toStrictEqual({
      "/server": ["ip"],
    });
    expect(resources.get("routers/deviceConfiguration/rtr-1./n")?.lists).toStrictEqual({
      "/acl": ["name"],
      "/acl/*/rule": ["seq", "action"],
      "/ntp/server": ["ip"],
    });
    expect(resources.get("routers/deviceHostname/rtr-1")?.lists).toStrictEqual({});
  });

  test("an entry with nothing in it is declared", () => {
    const { desired, problems } = loadText("target: fabric-east\ntenants:\n  Production:\n");
    expect(problems).toStrictEqual([]);
    expect(desired.resources.get("fabric-east/tenant/Production")?.value).toStrictEqual({});
  });

  test("every document of a file is like a file of its own", () => {
    const { desired, problems } = loadText(
      "target: fabric-east\ntenants: { A: }\n---\ntarget: cloud\norganization: Acme\nnetworks: { a: { name: A } }\n---\n",
    );
    expect(problems).toStrictEqual([]);
    expect([...desired.resources.keys()]).toStrictEqual([
      "cloud/network/a",
      "cloud/organization/Acme",
      "fabric-east/tenant/A",
    ]);
  });

  test("a device may be spread over files that say the same of it", () => {
    const { desired, problems } = loadTexts({
      "desired-state/a.yaml": "target: routers\ndevices: { r: { host: 10.20.0.1, hostname: r } }\n",
      "desired-state/b.yaml": "target: routers\ndevices: { r: { host: 10.20.0.1, interfaces: { g: {} } } }\n",
    });
    expect(problems).toStrictEqual([]);
    expect(desired.resources.size).toBe(2);
  });

  test("a device that is declared differently in two files is a problem that names both places", () => {
    const loaded = loadTexts({
      "desired-state/a.yaml": "target: routers\ndevices: { r: { host: 10.20.0.1, hostname: r } }\n",
      "desired-state/b.yaml": "target: routers\ndevices: { r: { host: 10.20.0.2, interfaces: { g: {} } } }\n",
    });
    expect(told(loaded)).toStrictEqual([
      "2:12 duplicate-address: this device is declared differently in desired-state/a.yaml:2:12 (Give this entry the same fields in both places.)",
    ]);
  });

  test("nothing is declared by no files, empty files and comments", () => {
    expect(loadTexts({}).desired.resources.size).toBe(0);
    const loaded = loadTexts({ "desired-state/a.yaml": "", "desired-state/b.yaml": "# later\n" });
    expect([loaded.desired.resources.size, loaded.problems]).toStrictEqual([0, []]);
  });

  test("secret references are listed with their place, for opening later", () => {
    const { references } = loadText(berlin);
    expect(
      references.map(({ reference, address, path, at }) => ({ reference, address, path, at })),
    ).toStrictEqual([
      {
        reference: "env:BERLIN_PSK",
        address: "cloud/ssid/berlin.0",
        path: "/password",
        at: { file: "desired-state/a.yaml", line: 12, column: 29 },
      },
    ]);
  });
});
