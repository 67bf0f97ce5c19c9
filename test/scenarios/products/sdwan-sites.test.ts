/**
 * An SD-WAN of 20 sites with classic templates and policies, against the simulator's mode in virtual time. It is
 * created from nothing, changed at all sites, and imported again. One site refuses the change.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { blastRadius } from "../../../src/model/plan/blast-radius.ts";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  wan:
    interface: sdwan
    dialect: vmanage
    url: https://manager.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
secrets: { allow: [env:CORP_PSK, env:GUEST_PSK] }
`;

const of = (name: string) => `name: ${name}, description: d, deviceTypes: [vedge-C8000V]`;

const templates = `target: wan
featureTemplates:
  systemTemplates:
    branch: { ${of("System")}, hostname: "{{hostname}}", siteId: "{{site}}", systemIp: "{{system_ip}}", timezone: UTC }
  ntpTemplates: { branch: { ${of("Time")}, servers: [{ hostnameIp: 10.0.0.9, prefer: true }] } }
  loggingTemplates: { branch: { ${of("Logs")}, ipv4Servers: [{ hostnameIp: 10.0.0.8 }] } }
  bannerTemplates: { branch: { ${of("Banner")}, login: Staff only } }
  bfdTemplates: { branch: { ${of("BFD")}, multiplier: 6 } }
  ompTemplates: { branch: { ${of("OMP")}, ecmpLimit: 8 } }
  aaaTemplates:
    branch: { ${of("Users")}, users: [{ name: admin, password: { secret: env:CORP_PSK } }] }
  vpnTemplates:
    transport:
      { ${of("Transport")}, vpnId: 0, ipv4StaticRoutes: [{ prefix: 0.0.0.0/0, nextHops: [{ address: "{{gateway}}" }] }] }
    office: { ${of("Office")}, vpnId: 10 }
  ethernetInterfaceTemplates:
    wan:
      ${of("Wan").replaceAll(", ", "\n      ")}
      interfaceName: GigabitEthernet1
      address: "{{wan_address}}"
      tunnelInterfaceColor: biz-internet
      tunnelInterfaceEncapsulations: [{ encapsulation: ipsec }]
    lan: { ${of("Lan")}, interfaceName: GigabitEthernet2, address: "{{lan_address}}" }
  dhcpServerTemplates: { lan: { ${of("Leases")}, addressPool: "{{pool}}" } }
  bgpTemplates:
    office:
      ${of("BGP").replaceAll(", ", "\n      ")}
      asNumber: "65001"
      ipv4Neighbors: [{ address: "{{neighbor}}", remoteAs: "65002", password: "{{bgp_password}}" }]
deviceTemplates:
  branch:
    name: Branch
    description: d
    deviceType: vedge-C8000V
    localizedPolicy: branch
    templates:
      - { system: branch, templates: [{ ntp: branch }, { logging: branch }] }
      - { aaa: branch }
      - { banner: branch }
      - { bfd: branch }
      - { omp: branch }
      - { vpn: transport, templates: [{ ethernetInterface: wan }] }
      - vpn: office
        templates: [{ bgp: office }, { ethernetInterface: lan, templates: [{ dhcpServer: lan }] }]
`;

const policies = `target: wan
policyLists:
  siteLists: { branches: { name: Branches, entries: [{ siteId: 101-120 }] } }
  vpnLists: { office: { name: Office, entries: [{ vpn: "10" }] } }
  slaClasses: { voice: { name: Voice, latency: 150, loss: 1, jitter: 30 } }
  ipv4PrefixLists: { own: { name: Own, entries: [{ ipPrefix: 10.0.0.0/8 }] } }
policyDefinitions:
  meshTopologies: { all: { name: Mesh, description: d, vpnList: office, regions: [{ name: all, siteLists: [branches] }] } }
  applicationAwareRoutings:
    voice:
      name: Voice first
      description: d
      sequences:
        - { sequenceId: 1, sequenceName: v, match: { entries: [{ dscp: "46" }] }, actions: [{ slaClass: [{ name: voice }] }] }
  routePolicies:
    own:
      name: Own routes
      description: d
      defaultAction: { type: reject }
      sequences: [{ sequenceId: 1, sequenceName: own, baseAction: accept, match: { entries: [{ address: own }] } }]
localizedPolicies: { branch: { name: Branch, description: d, assembly: [{ routePolicy: own }] } }
centralizedPolicies:
  company:
    name: Company
    description: d
    assembly: [{ mesh: all }, { applicationAwareRouting: voice, entries: [{ siteLists: [branches], vpnLists: [office] }] }]
    activation: { active: true }
`;

const routers = `target: wan
each: { row: sites.csv }
routers:
  "\${row.uuid}":
    deviceTemplate: branch
    deviceVariables:
      hostname: "\${row.name}"
      site: "\${row.site}"
      system_ip: "\${row.system}"
      gateway: 192.0.2.254
      wan_address: "\${row.wan}"
      lan_address: "\${row.lan}.1/24"
      pool: "\${row.lan}.0/24"
      neighbor: "\${row.lan}.2"
    secretDeviceVariables: { bgp_password: { secret: env:GUEST_PSK } }
`;

const sites = Array.from({ length: 20 }, (_, at) => {
  const number = String(at + 1).padStart(2, "0");
  const lan = `10.1.${at + 1}`;
  return {
    ...{ uuid: `C8K-${number}`, name: `site-${number}`, site: `${101 + at}`, lan },
    ...{ system: `10.0.0.${at + 1}`, wan: `192.0.2.${at + 1}/24` },
  };
});
const names = ["uuid", "name", "site", "system", "wan", "lan"] as const;
const table = [names, ...sites.map((each) => names.map((name) => each[name]))]
  .map((row) => row.join(","))
  .join("\n");

const seed = {
  sdwanDevices: sites.map(({ uuid, name, site, system }) => ({
    ...{ serial: uuid, name, site, model: "C8000V", softwareVersion: "20.15.1" },
    ...{ managementIpAddress: system, status: "reachable" },
  })),
};
const settings = { sdwanMode: "vmanage" } as const;
const files = { "a.yaml": templates, "b.yaml": policies, "c.yaml": routers, "sites.csv": table };
const staged = (changed: Readonly<Record<string, string>> = {}, now = 0) =>
  stage({ project, files: { ...files, ...changed }, settings, seed, now });
type Staged = ReturnType<typeof staged>;

function later(before: Staged, changed: Readonly<Record<string, string>> = {}): Staged {
  const next = staged(changed, before.clock.now());
  next.network.world = before.network.world;
  return next;
}

async function applied(run: Staged) {
  const made = await run.plan();
  const { settled } = await run.apply(made);
  return { plan: made.plan, outcomes: settled.map(({ outcome }) => outcome) };
}

function withStatus(run: Staged, serial: string, status: string): void {
  const { sdwan } = run.network.world;
  const devices = new Map(sdwan.devices);
  devices.set(serial, { ...devices.get(serial), status });
  run.network.world = { ...run.network.world, sdwan: { ...sdwan, devices } };
}

const otherTime = { "a.yaml": templates.replace("10.0.0.9", "10.0.0.10") };

describe("20 sites", () => {
  const first = staged();
  let last = first;
  beforeAll(async () => {
    const { plan, outcomes } = await applied(first);
    expect(blastRadius(plan).devices).toHaveLength(20);
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(["applied"]));
  });

  test("have all of it, and nothing to do then", async () => {
    expect(first.network.world.sdwan.vmanage?.attached.size).toBe(20);
    expect((await later(first).plan()).plan).toMatchObject({ steps: [], unknown: [], unwritable: [] });
  });

  test("are all touched by a change of a template; the one that refuses it gets it by the next apply", async () => {
    withStatus(first, "C8K-07", "refusing");
    const changed = later(first, otherTime);
    const { plan, outcomes } = await applied(changed);
    expect(plan.steps.map(({ id }) => id)).toEqual(["update wan/ntpTemplate/branch"]);
    expect(blastRadius(plan).devices).toHaveLength(20);
    expect(outcomes).toMatchObject([{ state: "failed", problem: { code: "task-failed" } }]);
    expect(JSON.stringify(outcomes)).toMatch(/site-07: .*(?<!; site)/);
    withStatus(changed, "C8K-07", "reachable");
    last = later(changed, otherTime);
    const again = await applied(last);
    expect(again.plan.steps.map(({ id }) => id)).toEqual(["update wan/router/C8K-07"]);
    expect(blastRadius(again.plan).devices).toEqual(["C8K-07"]);
    expect(again.outcomes).toMatchObject([{ state: "applied" }]);
    expect((await later(last, otherTime).plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("are imported whole, but for secrets, and a plan of that is empty", async () => {
    const { world } = last.network;
    const found = await imported({ project, target: "wan", seed, settings, world, base: nothingApplied });
    expect([found.problems, found.unknown, found.plan.changes, found.plan.unknown]).toEqual([[], [], [], []]);
    expect(found.addresses.filter((each) => each.startsWith("wan/router/"))).toHaveLength(20);
    expect(found.leftOut).toEqual([]);
  });
});
