/** Plain files that are written from composed desired state must declare the same resources. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Driver } from "../../../src/drivers/contract/contract.ts";
import { yamlDocuments } from "../../../src/import/edit/yaml-text.ts";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { plainDocuments } from "../../../src/load/render/documents.ts";
import { drivers as withoutOwn } from "../../../src/project/drivers.ts";
import { readProject } from "../../../src/project/read.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** Loads desired state, and the plain files written from it. Returns the resources of both. */
function writtenOut(
  projectText: string,
  files: Readonly<Record<string, string>>,
  drivers: readonly Driver[] = withoutOwn,
) {
  const { project, problems } = loadProject({
    file: { path: "trueup.yaml", text: projectText },
    folder: "/p",
    drivers,
  });
  if (!project) throw new Error(JSON.stringify(problems));
  const loaded = (texts: Readonly<Record<string, string>>) => {
    const sources = Object.entries(texts).map(([path, text]) => ({ path, text }));
    const { desired, problems: found } = load({ project, drivers, files: sources });
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    return desired.resources;
  };
  const before = loaded(files);
  const text = yamlDocuments(plainDocuments({ project, drivers, resources: before.values() }));
  return { before, text, after: loaded({ "desired-state/all.yaml": text }) };
}

test("the example company is the same when it is read back", async () => {
  const names = readdirSync(new URL("desired-state/", root), { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => /\.(?:yaml|csv)$/.test(name)).map((name) => `desired-state/${name}`);
  const files = Object.fromEntries(paths.map((path) => [path, read(path)]));
  const { read: company } = await readProject(fileURLToPath(root));
  const { before, after } = writtenOut(read("trueup.yaml"), files, company?.drivers);
  expect(after).toEqual(before);
  expect(before.size).toBeGreaterThan(20);
});

const company = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, dialect: meraki, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } }
  routers:
    interface: restconf
    url: https://x.example.net/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: "env:U" }, password: { secret: "env:P" } }
secrets: { allow: ["env:*"] }
`;

test("layers, rows, groups, literals, secrets, sites, protection, ownership and lists with identity are kept", () => {
  const { before, text, after } = writtenOut(company, {
    "desired-state/cloud/defaults.yaml": `target: cloud
organization: Acme
defaults: { networks: { tags: [branch], timeZone: Europe/Berlin } }
`,
    "desired-state/cloud/vars.yaml": "guest: 90\n",
    "desired-state/cloud/sites.csv": "slug,number\noslo,1\nrome,2\n",
    "desired-state/cloud/sites.yaml": `each: { site: sites.csv }
groups: { south: { match: "key == 'rome'", networks: { tags+: [south], protect: true, site: South } } }
networks:
  "\${site.slug}":
    name: Office \${site.slug}
    notes: "costs $\${5}"
    productTypes: [wireless, appliance]
    appliance: { vlans: { 10: { name: "1", subnet: "\${cidr.subnet('10.0.0.0/8', 16, int(site.number))}" } } }
    ssids: { 0: { name: Guest, vlan: "\${guest + int(site.number)}", password: { secret: "env:PSK_\${site.slug}" } } }
`,
    "desired-state/routers.yaml": `target: routers
devices:
  rtr-1:
    host: 10.20.0.1
    site: Berlin
    protect: true
    hostname: rtr-1
    interfaces: { GigabitEthernet 1/0/1: { description: uplink, ownership: exclusive, protect: false } }
    keys: { "/Vendor-native:native/ntp/server": [ip], "/Vendor-native:native/ntp/server/key": id }
    config: { "/Vendor-native:native/ntp": { server: [{ ip: 10.0.0.5, key: [{ id: 1 }] }] } }
`,
  });
  expect(after).toEqual(before);
  expect(text).toMatchInlineSnapshot(`
    "target: cloud
    organization: Acme
    networks:
      oslo:
        name: Office oslo
        productTypes: [appliance, wireless]
        tags: [branch]
        timeZone: Europe/Berlin
        notes: "costs $\${5}"
        appliance:
          vlans: { 10: { name: "1", subnet: 10.0.1.0/24 } }
        ssids:
          0:
            name: Guest
            password: { secret: env:PSK_oslo }
            vlan: 91
            enabled: true
            authMode: psk
            encryptionMode: wpa
            ipAssignmentMode: Bridge mode
      rome:
        name: Office rome
        productTypes: [appliance, wireless]
        tags: [branch, south]
        timeZone: Europe/Berlin
        notes: "costs $\${5}"
        site: South
        protect: true
        appliance:
          vlans: { 10: { name: "1", subnet: 10.0.2.0/24 } }
        ssids:
          0:
            name: Guest
            password: { secret: env:PSK_rome }
            vlan: 92
            enabled: true
            authMode: psk
            encryptionMode: wpa
            ipAssignmentMode: Bridge mode
    ---
    target: routers
    devices:
      rtr-1:
        host: 10.20.0.1
        site: Berlin
        protect: true
        keys:
          /Vendor-native:native/ntp/server: [ip]
          /Vendor-native:native/ntp/server/key: [id]
        config:
          /Vendor-native:native/ntp:
            server:
              - ip: 10.0.0.5
                key: [{ id: 1 }]
        hostname: rtr-1
        interfaces:
          GigabitEthernet 1/0/1: { description: uplink, protect: false, ownership: exclusive }
    "
  `);
});
