/** The origin of a resource's fields, layer by layer, as `trueup explain` shows it. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../../../src/model/address.ts";
import { loadTexts, project, told } from "../../fixtures.ts";

const acme = "target: cloud\norganization: Acme\n";
const defaults = { "desired-state/defaults.yaml": acme };

type Texts = Readonly<Record<string, string>>;

function loaded(texts: Texts, of = project) {
  const all = loadTexts(of === project ? { ...defaults, ...texts } : texts, of);
  expect(told(all)).toEqual([]);
  return all;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly row?: Place | undefined;
}

const where = ({ file, line, row }: Place): string =>
  `${file.replace("desired-state/", "")}:${line}${row ? ` for ${where(row)}` : ""}`;

/**
 * Returns the fields of a resource as people see them. Each value has its place and its expression, followed by the
 * values that it has overridden or was added to. Returns undefined if the resource is not declared.
 */
function explained(texts: Texts, address: Address, of = project): readonly string[] | undefined {
  const fields = loaded(texts, of).composition.explain(address);
  return fields?.flatMap(({ path, value, at, written, appends, elements = [], below }) => [
    [
      `${path}: ${JSON.stringify(value)} ${where(at)} ${at.layer}`,
      ...(written === undefined ? [] : [`by ${JSON.stringify(written)}`]),
      ...(at.through ?? []).map((each) => `through ${each.name} ${where(each)}`),
    ].join(", "),
    ...elements.map((each) => `  - ${JSON.stringify(each.value)} ${where(each.at)} ${each.at.layer}`),
    ...below.map(
      (each, index) =>
        `  ${(index === 0 ? appends : below[index - 1]?.appends) ? "added to" : "instead of"} ${JSON.stringify(each.value)} ${where(each.at)} ${each.at.layer}`,
    ),
  ]);
}

describe("what explain shows of a field", () => {
  test("is the layer that has it, and all weaker ones of its own document, the highest first", () => {
    const texts = {
      "desired-state/defaults.yaml": `${acme}\ndefaults: { networks: { timeZone: Europe/Bern } }\n`,
      "desired-state/south/defaults.yaml":
        "defaults:\n  networks: { timeZone: Europe/Rome, tags: [south] }\n",
      "desired-state/south/x.yaml": `defaults: { networks: { timeZone: Europe/Malta } }
groups: { isles: { match: "key == 'rome'", networks: { timeZone: Europe/Athens } } }
networks:
  rome:
    name: Rome
    timeZone: Europe/Oslo
---
networks: { bari: { name: Bari, timeZone: Europe/Malta } }
`,
    };
    expect(explained(texts, "cloud/network/rome")).toMatchInlineSnapshot(`
      [
        "/name: "Rome" south/x.yaml:5 entry",
        "/tags: ["south"] south/defaults.yaml:2 folderDefaults",
        "/timeZone: "Europe/Oslo" south/x.yaml:6 entry",
        "  instead of "Europe/Athens" south/x.yaml:2 group",
        "  instead of "Europe/Malta" south/x.yaml:1 fileDefaults",
        "  instead of "Europe/Rome" south/defaults.yaml:2 folderDefaults",
        "  instead of "Europe/Bern" defaults.yaml:4 folderDefaults",
      ]
    `);
    expect(explained(texts, "cloud/network/bari")).toMatchInlineSnapshot(`
      [
        "/name: "Bari" south/x.yaml:8 entry",
        "/tags: ["south"] south/defaults.yaml:2 folderDefaults",
        "/timeZone: "Europe/Malta" south/x.yaml:8 entry",
        "  instead of "Europe/Rome" south/defaults.yaml:2 folderDefaults",
        "  instead of "Europe/Bern" defaults.yaml:4 folderDefaults",
      ]
    `);
  });

  test("is what was added to, for a field with a plus, layer by layer", () => {
    const texts = {
      "desired-state/defaults.yaml": `${acme}defaults: { networks: { tags: [all] } }\n`,
      "desired-state/x.yaml": `defaults: { networks: { tags+: [branch] } }
networks:
  rome: { name: Rome, tags+: [capital] }
  oslo: { name: Oslo, tags: [north] }
  bern: { name: Bern, tags: ~ }
`,
    };
    expect(explained(texts, "cloud/network/rome")).toMatchInlineSnapshot(`
      [
        "/name: "Rome" x.yaml:3 entry",
        "/tags: ["all","branch","capital"] x.yaml:3 entry",
        "  - "all" defaults.yaml:3 folderDefaults",
        "  - "branch" x.yaml:1 fileDefaults",
        "  - "capital" x.yaml:3 entry",
        "  added to ["branch"] x.yaml:1 fileDefaults",
        "  added to ["all"] defaults.yaml:3 folderDefaults",
      ]
    `);
    expect(explained(texts, "cloud/network/oslo")).toMatchInlineSnapshot(`
      [
        "/name: "Oslo" x.yaml:4 entry",
        "/tags: ["north"] x.yaml:4 entry",
        "  instead of ["branch"] x.yaml:1 fileDefaults",
        "  added to ["all"] defaults.yaml:3 folderDefaults",
      ]
    `);
    expect(explained(texts, "cloud/network/bern")).toMatchInlineSnapshot(`
      [
        "/name: "Bern" x.yaml:5 entry",
      ]
    `);
  });

  test("is its expression and all that it went through, and weaker layers evaluated", () => {
    const texts = {
      "desired-state/vars.yaml": "base: 100\nguest: ${base + 5}\nwrong: ${1 / 0}\n",
      "desired-state/x.yaml": `defaults: { ssids: { vlan: "\${base}", name: "\${wrong}" } }
networks:
  rome:
    name: Rome
    ssids:
      0: { vlan: "\${guest}", name: Guests, password: { secret: "env:GUEST_PSK" } }
`,
    };
    expect(explained(texts, "cloud/ssid/rome.0")).toMatchInlineSnapshot(`
      [
        "/name: "Guests" x.yaml:6 entry",
        "  instead of "\${wrong}" x.yaml:1 fileDefaults",
        "/password: {"secret":"env:GUEST_PSK"} x.yaml:6 entry",
        "/vlan: 105 x.yaml:6 entry, by "\${guest}", through guest vars.yaml:2, through base vars.yaml:1",
        "  instead of 100 x.yaml:1 fileDefaults",
      ]
    `);
  });

  test("is the row that it was made for, and what an entry of its own laid over it", () => {
    const texts = {
      "desired-state/sites.csv": "slug,city\noslo,Oslo\nrome,Rome\n",
      "desired-state/sites.yaml": `each: { site: sites.csv }
networks:
  "\${site.slug}":
    name: \${site.city}
    tags: [made]
`,
      "desired-state/rome.yaml": "networks: { rome: { name: Roma, tags+: [own] } }\n",
    };
    expect(explained(texts, "cloud/network/oslo")).toMatchInlineSnapshot(`
      [
        "/name: "Oslo" sites.yaml:4 for sites.csv:2 entry, by "\${site.city}", through site sites.csv:2",
        "/tags: ["made"] sites.yaml:5 for sites.csv:2 entry",
      ]
    `);
    expect(explained(texts, "cloud/network/rome")).toMatchInlineSnapshot(`
      [
        "/name: "Roma" rome.yaml:1 entry",
        "  instead of "Rome" sites.yaml:4 for sites.csv:3 entry",
        "/tags: ["made","own"] rome.yaml:1 entry",
        "  - "made" sites.yaml:5 for sites.csv:3 entry",
        "  - "own" rome.yaml:1 entry",
        "  added to ["made"] sites.yaml:5 for sites.csv:3 entry",
      ]
    `);
  });

  test("is the folder below, where several are laid over each other", () => {
    const layered = { ...project, desiredBelow: ["common"], desiredState: "production" };
    const texts = {
      "common/defaults.yaml": acme,
      "common/x.yaml": "networks: { rome: { name: Rome, timeZone: Europe/Rome } }\n",
      "production/x.yaml": "networks: { rome: { name: Roma } }\n",
    };
    expect(explained(texts, "cloud/network/rome", layered)).toMatchInlineSnapshot(`
      [
        "/name: "Roma" production/x.yaml:1 entry",
        "  instead of "Rome" common/x.yaml:1 entry",
        "/timeZone: "Europe/Rome" common/x.yaml:1 entry",
      ]
    `);
  });

  test("is what holds for all in an entry: site, protect and ownership, by who says it", () => {
    const texts = {
      "desired-state/x.yaml": `networks:
  rome:
    name: Rome
    site: HQ
    protect: true
    ssids:
      0: { vlan: 5 }
      1: { vlan: 6, protect: false }
`,
    };
    expect(explained(texts, "cloud/network/rome")).toMatchInlineSnapshot(`
      [
        "/name: "Rome" x.yaml:3 entry",
        "/site: "HQ" x.yaml:4 entry",
        "/protect: true x.yaml:5 entry",
      ]
    `);
    expect(explained(texts, "cloud/ssid/rome.0")).toMatchInlineSnapshot(`
      [
        "/vlan: 5 x.yaml:7 entry",
        "/site: "HQ" x.yaml:4 entry",
        "/protect: true x.yaml:5 entry",
      ]
    `);
    expect(explained(texts, "cloud/ssid/rome.1")).toMatchInlineSnapshot(`
      [
        "/vlan: 6 x.yaml:8 entry",
        "/site: "HQ" x.yaml:4 entry",
        "/protect: false x.yaml:8 entry",
      ]
    `);
  });

  test("is an empty map and a whole value too; nothing for what is not declared", () => {
    const texts = {
      "desired-state/defaults.yaml": "",
      "desired-state/x.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    ownership: exclusive
    hostname: r1
    interfaces: { eth0: {} }
    keys: { /ntp/servers: [name] }
    config: { /ntp: { servers: [{ name: a }], ownership: none } }
`,
    };
    expect(explained(texts, "routers/deviceHostname/r1")).toMatchInlineSnapshot(`
      [
        ": "r1" x.yaml:6 entry",
        "/ownership: "exclusive" x.yaml:5 entry",
      ]
    `);
    expect(explained(texts, "routers/deviceInterface/r1.eth0")).toMatchInlineSnapshot(`
      [
        ": {} x.yaml:7 entry",
        "/ownership: "exclusive" x.yaml:5 entry",
      ]
    `);
    expect(explained(texts, "routers/deviceConfiguration/r1./ntp")).toMatchInlineSnapshot(`
      [
        "/ownership: "none" x.yaml:9 entry",
        "/servers/a/name: "a" x.yaml:9 entry",
      ]
    `);
    expect(explained(texts, "routers/deviceInterface/r1.eth9")).toBeUndefined();
  });

  test("is each element of a list that layers append to, with the layer that brought it", () => {
    const texts = {
      "desired-state/defaults.yaml": `${acme}defaults: { networks: { tags: [b] } }
groups:
  south:
    match: key == "rome"
    networks:
      tags+: ["\${tag}", b]
`,
      "desired-state/vars.yaml": "tag: a\n",
      "desired-state/x.yaml": `networks:
  rome:
    name: Rome
    tags+:
      - d
      - c
`,
    };
    expect(explained(texts, "cloud/network/rome")?.slice(1)).toMatchInlineSnapshot(`
      [
        "/tags: ["a","b","c","d"] x.yaml:4 entry, by ["b","\${tag}","d","c"], through tag vars.yaml:1",
        "  - "a" defaults.yaml:8 group",
        "  - "b" defaults.yaml:3 folderDefaults",
        "  - "c" x.yaml:6 entry",
        "  - "d" x.yaml:5 entry",
        "  added to ["a","b"] defaults.yaml:8 group",
        "  added to ["b"] defaults.yaml:3 folderDefaults",
      ]
    `);
  });

  test("is a holder's own field, and what holds for all in it; elements of lists with identity one by one", () => {
    const texts = {
      "desired-state/vars.yaml": "n: 7\n",
      "desired-state/x.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.\${n}
    site: Rome
    keys: { /ntp/servers: name }
    config:
      /ntp:
        servers:
          - { name: a, key: 1 }
          - { name: b, key: "\${n}" }
`,
    };
    const holder = "routers/device/r1";
    expect(explained(texts, holder)).toMatchInlineSnapshot(`
      [
        "/host: "10.20.0.7" x.yaml:4 entry, by "10.20.0.\${n}", through n vars.yaml:1",
        "/site: "Rome" x.yaml:5 entry",
      ]
    `);
    expect(loaded(texts).composition.holders().get(holder)).toMatchObject({ line: 3 });
    expect(explained(texts, "routers/deviceConfiguration/r1./ntp")).toMatchInlineSnapshot(`
      [
        "/servers/a/key: 1 x.yaml:10 entry",
        "/servers/a/name: "a" x.yaml:10 entry",
        "/servers/b/key: 7 x.yaml:11 entry, by "\${n}", through n vars.yaml:1",
        "/servers/b/name: "b" x.yaml:11 entry",
        "/site: "Rome" x.yaml:5 entry",
      ]
    `);
  });
});
