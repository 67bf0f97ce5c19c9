/**
 * Two whole networks, from nothing to the last object. A fabric begins with the registration of its nodes, and ends
 * with the contracts of its tenants. A campus begins with its sites, and ends with provisioned switches.
 */

import { describe, expect, test } from "vitest";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const projectOf = (words: string) => `version: 1
environment: virtual
targets:
  world:
    ${words}
    url: https://world.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const lines = (count: number, of: (at: number) => string) => numbers(count).map(of).join("\n");

type Applied = Awaited<ReturnType<ReturnType<typeof stage>["apply"]>>;
const failed = ({ settled }: Applied) =>
  settled.filter(({ outcome }) => outcome.state !== "applied").map(({ address }) => address);

describe("a fabric", () => {
  const project = projectOf("interface: fabric\n    dialect: apic");
  const settings = { fabricMode: "apic" } as const;
  const [leaves, tenants] = [24, 8];
  const declared = `target: world
nodePolicies:
  nodes:
${lines(leaves, (at) => `    FDO${1000 + at}: { id: ${100 + at}, name: leaf-${100 + at}, role: leaf }`)}
    FDO2001: { id: 201, name: spine-201, role: spine }
fabricPolicies:
  vpcGroups:
${lines(leaves / 2, (at) => `    vpc-${at}: { id: ${at}, switches: [{ node: ${99 + 2 * at} }, { node: ${100 + 2 * at} }] }`)}
  systemSettings:
    bgp: { asn: '65001', routeReflectors: [{ node: 201 }] }
management:
  oobEpgs:
    default:
      nodeAddresses:
${lines(leaves, (at) => `        topology/pod-1/node-${100 + at}: { address: 10.1.0.${at + 1}/24, gateway: 10.1.0.1 }`)}
accessPolicies:
  vlanPools:
    servers: { allocation: static, ranges: [{ from: 100, to: 199 }] }
  physicalDomains:
    servers: { vlanPool: servers }
  aaeps:
    servers: { domains: [phys-servers] }
  interfacePolicies:
    cdpPolicies: { cdp-on: { adminState: true } }
  leafAccessPortPolicyGroups:
    servers: { aaep: servers, cdpPolicy: cdp-on }
  leafInterfaceProfiles:
${lines(leaves, (at) => `    leaf-${100 + at}: { selectors: { eth1-1: { policyGroup: accportgrp-servers, portBlocks: [{ name: 1-1, fromPort: 1, toPort: 4 }] } } }`)}
  leafSwitchProfiles:
${lines(leaves, (at) => `    leaf-${100 + at}: { interfaceProfiles: [leaf-${100 + at}], selectors: [{ name: own, type: range, nodeBlocks: [{ name: b, from: ${100 + at}, to: ${100 + at} }] }] }`)}
tenants:
${lines(
  tenants,
  (at) => `  T${at}:
    vrfs: { main: { enforcement: enforced } }
    bridgeDomains: { web: { vrf: main, subnets: [{ ip: 10.${at}.1.1/24 }] }, db: { vrf: main } }
    filters: { sql: { entries: [{ name: sql, etherType: ip, protocol: tcp, destinationFrom: "3306", destinationTo: "3306" }] } }
    contracts: { sql: { scope: tenant, subjects: [{ name: sql, filters: [sql] }] } }
    applicationProfiles:
      shop:
        epgs:
          web: { bridgeDomain: web, consumes: [sql], domains: [uni/phys-servers], staticPorts: [${numbers(
            leaves,
          )
            .map(
              (leaf) =>
                `{ path: "topology/pod-1/paths-${100 + leaf}/pathep-[eth1/${(at % 4) + 1}]", encapsulation: vlan-${100 + at} }`,
            )
            .join(", ")}] }
          db: { bridgeDomain: db, provides: [sql], domains: [uni/phys-servers] }`,
)}
`;

  test("is made from the registration of its nodes to the contracts of its tenants, and imported whole", async () => {
    const on = stage({ project, seed: {}, files: { "a.yaml": declared }, settings });
    const result = await on.apply(await on.plan());
    expect(failed(result)).toEqual([]);
    expect(result.nonConvergent).toEqual([]);
    const base = on.load({ "a.yaml": declared });
    expect((await on.plan({ base })).plan).toMatchObject({ steps: [], unknown: [] });
    const { objects } = on.network.world.fabric;
    const of = (name: string) => [...objects.values()].filter((each) => each.class === name).length;
    expect(of("fabricNodeIdentP")).toBe(leaves + 1);
    expect(of("infraAccPortP")).toBeGreaterThanOrEqual(leaves);
    expect(of("fvRsPathAtt")).toBe(leaves * tenants);
    expect([of("fvRsProv"), of("fvRsCons")]).toEqual([tenants, tenants]);
    const again = await imported({
      ...{ project, target: "world", seed: {}, world: on.network.world, settings, base: nothingApplied },
    });
    expect(again.plan.changes).toEqual([]);
  });
});

describe("a campus", () => {
  const project = projectOf("interface: controller\n    dialect: catalyst-center");
  const sites = 12;
  const switches = numbers(sites).flatMap((site) => [2 * site - 1, 2 * site]);
  const serial = (at: number) => `SIM${String(at).padStart(8, "0")}`;
  const inventory = (away: readonly number[]) =>
    switches.map((at) => ({
      ...{ id: `device-${String(at).padStart(8, "0")}`, name: `switch-${at}`, type: "Switch" },
      ...{ softwareVersion: "17.9.4", managementIpAddress: `10.0.0.${at}` },
      status: away.includes(at) ? "unreachable" : "reachable",
    }));
  const declared = `target: world
areas:
  global: { name: Global }
${lines(sites, (at) => `  city-${at}: { name: City ${at}, parent: global, ntp: { servers: [10.0.0.5] } }`)}
buildings:
${lines(sites, (at) => `  hq-${at}: { name: HQ, parent: city-${at}, country: Germany }`)}
templateProjects:
  campus:
    name: Campus
    templates:
      acl:
        name: Block
        language: JINJA
        softwareType: IOS-XE
        deviceTypes: [{ productFamily: Switches and Hubs }]
        content: "ip access-list extended BLOCK\\n deny ip any host {{ host }}"
        versions: { v1: { comments: v1 } }
networkProfiles:
  switching:
    access:
      name: Access
      templates: [{ type: cli.templates, templates: [{ template: campus.acl }] }]
      sites: { ${numbers(sites)
        .map((at) => `city-${at}: { site: city-${at} }`)
        .join(", ")} }
inventory:
${switches
  .map(
    (at) => `  switch-${at}:
    serialNumber: ${serial(at)}
    role: { role: ACCESS }
    provisioning: { site: hq-${Math.ceil(at / 2)} }
    templates: { acl: { template: campus.acl, version: campus.acl.v1, params: { host: 10.0.0.66 } } }`,
  )
  .join("\n")}
`;

  test("is made from its sites to provisioned switches; those that were away are done by the next run", async () => {
    const away = [3, 10, 17];
    const on = stage({
      ...{ project, files: { "a.yaml": declared }, settings: { controllerMode: "catalyst-center" } },
      seed: { inventory: inventory(away) },
    });
    const first = await on.apply(await on.plan());
    expect(failed(first).toSorted()).toEqual(
      away
        .flatMap((at) => [
          `world/deviceProvisioning/switch-${at}`,
          `world/templateDeployment/switch-${at}.acl`,
        ])
        .toSorted(),
    );
    const { controller } = on.network.world;
    const devices = new Map(
      [...controller.devices].map(([id, each]) => [id, { ...each, status: "reachable" }]),
    );
    on.network.world = { ...on.network.world, controller: { ...controller, devices } };
    expect(failed(await on.apply(await on.plan()))).toEqual([]);
    const base = on.load({ "a.yaml": declared });
    expect((await on.plan({ base })).plan).toMatchObject({ steps: [], unknown: [] });
  });
});
