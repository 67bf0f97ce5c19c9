import { describe, expect, test } from "vitest";
import { layeredOver } from "../../../src/load/composition/layering.ts";
import { loadTexts, told } from "../fixtures.ts";

const files = {
  "desired-state/defaults.yaml": `target: cloud
organization: Acme
defaults:
  networks:
    timeZone: Europe/Berlin
    tags: [everywhere]
    netflow: { enabled: true, collectorPort: 2055 }
    ssids:
      1: { name: Guest, vlan: 99 }
  ssids: { band: dual }
  tenants: { description: from a folder }
`,
  "desired-state/north/defaults.yaml": `defaults:
  networks:
    timeZone: Europe/Oslo
    netflow: { collectorIp: 10.1.1.1 }
`,
  "desired-state/north/oslo.yaml": `organization: Globex
defaults:
  ssids: { vlan: 20 }
networks:
  oslo:
    name: Oslo
    tags: [north]
    netflow: { enabled: false }
    ssids:
      0: { name: Corp }
      1: ~
  bergen:
    name: Bergen
    netflow: ~
`,
  "desired-state/south.yaml": "networks: { rome: { name: Rome } }\n",
  "desired-state/fabric.yaml": "target: fabric-east\ntenants: { A: { }, B: { description: own } }\n",
};

describe("layers", () => {
  const loaded = loadTexts(files);
  const value = (address: `${string}/${string}/${string}`) => loaded.desired.resources.get(address)?.value;

  test("folders lie under files, files under entries, maps merge and lists are replaced", () => {
    expect(told(loaded)).toStrictEqual([]);
    expect(value("cloud/network/oslo")).toStrictEqual({
      name: "Oslo",
      timeZone: "Europe/Oslo",
      tags: ["north"],
      netflow: { enabled: false, collectorPort: 2055, collectorIp: "10.1.1.1" },
    });
    expect(value("cloud/ssid/oslo.0")).toStrictEqual({ name: "Corp", band: "dual", vlan: 20 });
    expect(value("cloud/network/rome")).toStrictEqual({
      name: "Rome",
      timeZone: "Europe/Berlin",
      tags: ["everywhere"],
      netflow: { enabled: true, collectorPort: 2055 },
    });
  });

  test("defaults of a section declare the entries inside it, over the defaults of those", () => {
    expect(value("cloud/ssid/bergen.1")).toStrictEqual({ name: "Guest", vlan: 99, band: "dual" });
    expect(value("cloud/ssid/rome.1")).toStrictEqual({ name: "Guest", vlan: 99, band: "dual" });
  });

  test("null removes what is inherited: a field, a map, an entry", () => {
    expect(value("cloud/ssid/oslo.1")).toBeUndefined();
    expect(value("cloud/network/bergen")).not.toHaveProperty("netflow");
  });

  test("target and organization are inherited from folders and replaced by files", () => {
    expect(loaded.desired.resources.get("cloud/network/rome")?.parent).toBe("cloud/organization/Acme");
    expect(loaded.desired.resources.get("cloud/network/oslo")?.parent).toBe("cloud/organization/Globex");
    expect(value("fabric-east/tenant/A")).toStrictEqual({ description: "from a folder" });
    expect(value("fabric-east/tenant/B")).toStrictEqual({ description: "own" });
  });

  test.each([
    ["cloud/network/oslo", "/name", "desired-state/north/oslo.yaml:6:5 entry"],
    ["cloud/network/oslo", "", "desired-state/north/oslo.yaml:5:3 entry"],
    ["cloud/network/oslo", "/timeZone", "desired-state/north/defaults.yaml:3:5 folderDefaults"],
    ["cloud/network/oslo", "/netflow/enabled", "desired-state/north/oslo.yaml:8:16 entry"],
    ["cloud/network/oslo", "/netflow/collectorIp", "desired-state/north/defaults.yaml:4:16 folderDefaults"],
    ["cloud/network/oslo", "/netflow/collectorPort", "desired-state/defaults.yaml:7:31 folderDefaults"],
    ["cloud/network/oslo", "/tags/0", "desired-state/north/oslo.yaml:7:12 entry"],
    ["cloud/network/oslo", "/tags/7/deep", "desired-state/north/oslo.yaml:7:5 entry"],
    ["cloud/network/oslo", "/unheard/of", "desired-state/north/oslo.yaml:5:3 entry"],
    ["cloud/ssid/oslo.0", "/vlan", "desired-state/north/oslo.yaml:3:12 fileDefaults"],
    ["cloud/ssid/oslo.0", "/band", "desired-state/defaults.yaml:10:12 folderDefaults"],
    ["cloud/ssid/rome.1", "/vlan", "desired-state/defaults.yaml:9:25 folderDefaults"],
    ["cloud/organization/Acme", "", "desired-state/defaults.yaml:2:1 folderDefaults"],
    ["cloud/organization/Globex", "", "desired-state/north/oslo.yaml:1:1 entry"],
  ] as const)("%s %s was written at %s", (address, path, expected) => {
    const at = loaded.desired.locate(address, path);
    expect(`${at?.file}:${at?.line}:${at?.column} ${at?.layer}`).toBe(expected);
  });

  test("nothing is known of what is not declared", () => {
    expect(loaded.desired.locate("cloud/network/nowhere", "")).toBeUndefined();
  });

  test("fields of an alias are located where they are written", () => {
    const { desired } = loadTexts({
      "a.yaml":
        "target: cloud\norganization: Acme\nnetworks:\n  a: { name: A, netflow: &flow { enabled: true } }\n  b: { name: B, netflow: *flow }\n",
    });
    expect(desired.locate("cloud/network/b", "/netflow/enabled")).toMatchObject({ line: 4, column: 34 });
    expect(desired.locate("cloud/network/b", "/netflow")).toMatchObject({ line: 5, column: 17 });
  });

  test("elements of lists with keys are located by their identity, not by position", () => {
    const { desired } = loadTexts({
      "a.yaml": `target: routers
devices:
  r:
    host: 10.20.0.1
    keys: { /n/acl: [name, "5"], /n/acl/rule: seq }
    config:
      /n:
        acl:
          - { name: x, 5: y, rule: [{ seq: 1 }, { seq: 0, do: permit }] }
          - { name: z, 5: 7 }
`,
    });
    const placed = (path: string) => {
      const at = desired.locate("routers/deviceConfiguration/r./n", path);
      return `${at?.line}:${at?.column}`;
    };
    expect(placed("/acl/x,y/rule/0/do")).toBe("9:59");
    expect(placed("/acl/x,y/rule/1/seq")).toBe("9:39");
    expect(placed("/acl/z,7/name")).toBe("10:15");
    expect(placed("/acl/0")).toBe("8:9");
    expect(placed("/acl/nothing/name")).toBe("8:9");
  });

  test("a mistake in a default is told once, however many entries it reaches", () => {
    const broken = {
      ...files,
      "desired-state/north/defaults.yaml": "defaults:\n  networks: { timezone: Europe/Oslo }\n",
    };
    expect(loadTexts(broken).problems.map(({ at, code, hint }) => [at, code, hint])).toStrictEqual([
      [
        { file: "desired-state/north/defaults.yaml", line: 2, column: 15 },
        "unknown-field",
        "Did you mean `timeZone`?",
      ],
    ]);
  });

  test("defaults for sections that don't exist, and defaults that are no maps, are problems", () => {
    const loaded = loadTexts({
      "defaults.yaml":
        "target: cloud\norganization: Acme\nnetworks: {}\ndefaults: { network: {}, ssids: 3, tenants: ~ }\n",
      "a.yaml": "defaults: { tenants: {} }\nnetworks: { a: { name: A } }\n",
      "b.yaml": "defaults: [a]\nnetworks: { b: { name: B } }\n",
    });
    expect(told(loaded)).toStrictEqual([
      "1:13 unknown-section: `defaults` cannot have the section `tenants` here (Known: networks, ssids.)",
      "1:11 wrong-type: `defaults` must be a map of sections, not a list",
      "3:1 wrong-section: `networks` does not belong in defaults.yaml (Put sections into other files, and defaults under `defaults:`.)",
      "4:13 unknown-section: `defaults` cannot have the section `network` here (Did you mean `networks`?)",
      "4:33 wrong-type: defaults of `ssids` must be a map of fields",
    ]);
  });
});

describe("laying one value over another", () => {
  test.each([
    [
      { a: 1, b: 2 },
      { b: 3, c: 4 },
      { a: 1, b: 3, c: 4 },
    ],
    [{ a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { x: 1, y: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { x: 1 } }, { a: 5 }, { a: 5 }],
    [{ a: 1 }, { a: { x: 1 } }, { a: { x: 1 } }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: 1 }, { b: null }, { a: 1, b: null }],
    [undefined, { a: null }, { a: null }],
    [{ a: 1 }, null, undefined],
  ])("%j under %j is %j", (below, above, merged) => {
    expect(layeredOver(below, above)).toStrictEqual(merged);
  });
});
