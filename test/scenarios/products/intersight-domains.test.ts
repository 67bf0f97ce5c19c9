/** A domain with its ports, server templates, and deployments of profiles, against the simulated Intersight. */

import { describe, expect, test } from "vitest";
import { freshIntersight } from "../../../src/simulator/servers/intersight/state.ts";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const [organization = ""] = freshIntersight.objects.keys();

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: servers
    dialect: intersight
    url: https://intersight.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
    settings: { deploy: true, deployIn: "${organization}" }
secrets: { allow: ["env:*_PSK"] }
`;

const declared = `target: dc
organization: default
pools:
  mac: { servers: { name: servers, macBlocks: [{ from: "00:25:B5:00:00:01", size: 100 }] } }
  resource: { blades: { name: blades, qualificationPolicies: [{ poolQualification: m6 }], managementMode: Intersight } }
policies:
  poolQualification:
    m6: { name: m6, qualifiers: [{ type: resource.BladeQualifier, pids: [UCSX-210C-M6] }] }
  linkAggregation: { fast: { name: fast, lacpRate: fast } }
  vlan: { campus: { name: campus, vlans: { 100: { name: office } } } }
  vsan: { a: { name: a, vsans: { 100: { name: storage-a, vsanId: 100, fcoeVlan: 1100 } } } }
  fcZone: { one: { name: one, fcTargetZoningType: SIST, fcTargetMembers: [{ name: array, wwpn: "50:00:00:00:00:00:00:01", switchId: A, vsanId: 100 }] } }
  port:
    fi-a:
      name: fi-a
      deviceModel: UCS-FI-6454
      portModes: { fc: { slotId: 1, portIdStart: 1, portIdEnd: 4, customMode: FibreChannel } }
      serverPorts: { 17: { slotId: 1, portId: 17 }, 18: { slotId: 1, portId: 18 } }
      uplinkPortChannels:
        lan: { pcId: 11, adminSpeed: Auto, linkAggregationPolicy: fast, ports: [{ slotId: 1, portId: 53 }, { slotId: 1, portId: 54 }] }
      fcUplinkPorts: { 1: { slotId: 1, portId: 1, vsanId: 100, adminSpeed: 32Gbps } }
      lanPinGroups: { lan: { name: lan, target: { uplinkPortChannel: fi-a.lan } } }
  adapterConfig: { vic: { name: vic, settings: [{ slotId: MLOM, ethSettings: { lldpEnabled: true } }] } }
  iscsiStaticTarget: { array: { name: array, targetName: iqn.2020-01.net.example, ipAddress: 10.0.0.7, port: 3260, lun: { lunId: 0, bootable: true } } }
  iscsiAdapter: { short: { name: short, dhcpTimeout: 60 } }
  iscsiBoot: { array: { name: array, targetSourceType: Static, primaryTargetPolicy: array, iscsiAdapterPolicy: short, chap: { userId: boot, password: { secret: env:CORP_PSK } } } }
  lanConnectivity: { two: { name: two, vnics: { eth0: { name: eth0, order: 0, macPool: servers, iscsiBootPolicy: array } } } }
vnicTemplates: { office: { name: office, macPool: servers, enableOverride: true } }
profiles:
  domainTemplates: { fi: { name: fi, switches: { a: { name: fi-A, switchId: A, policies: [{ port: fi-a }, { vlan: campus }, { vsan: a }] } } } }
  domain: { fi: { name: fi, switches: { a: { name: fi-A, switchId: A, policies: [{ port: fi-a }, { vlan: campus }, { vsan: a }], action: Deploy } } } }
  serverTemplate: { esx: { name: esx, policies: [{ lanConnectivity: two }, { adapterConfig: vic }] } }
  server: { esx-1: { name: esx-1, serverPool: blades, policies: [{ lanConnectivity: two }], action: Deploy } }
`;

const domain = (text: string) =>
  stage({ project, files: { "a.yaml": text }, settings: { serversMode: "intersight" } });

const failed = ({ settled }: Awaited<ReturnType<ReturnType<typeof domain>["apply"]>>) =>
  settled.filter(({ outcome }) => outcome.state !== "applied");

describe("a domain of a simulated Intersight", () => {
  test("becomes what is declared with its ports, profiles last; a second plan has nothing to do", async () => {
    const on = domain(declared);
    const first = await on.plan();
    expect(first.plan.unknown).toEqual([]);
    const result = await on.apply(first);
    expect(failed(result)).toEqual([]);
    expect(result.nonConvergent).toEqual([]);
    const ids = first.plan.steps.map(({ id }) => id);
    const at = (name: string) => ids.indexOf(`create dc/${name}`);
    expect(at("switchProfile/fi.a")).toBeGreaterThan(at("serverPort/fi-a.18"));
    expect(at("serverProfile/esx-1")).toBeGreaterThan(at("vnic/two.eth0"));
    expect((await on.plan({ base: on.load({ "a.yaml": declared }) })).plan).toMatchObject({
      steps: [],
      unknown: [],
    });
    expect(JSON.stringify([first.plan, result, on.events])).not.toContain("canary");
  });

  test("deploys the profiles whose policies have changed once all is written, and tells which", async () => {
    const on = domain(declared);
    await on.apply(await on.plan());
    const other = declared.replace("portId: 18", "portId: 19").replace("order: 0", "order: 1");
    const next = domain(other);
    next.network.world = on.network.world;
    const change = await next.plan({ base: next.load({ "a.yaml": declared }) });
    const result = await next.apply(change);
    expect(failed(result)).toEqual([]);
    expect(result.finished).toMatchObject([{ verb: "deploy", state: "done" }]);
    expect(result.finished?.flatMap(({ names }) => names).toSorted()).toEqual(["esx-1", "fi-A"]);
    const sent = next.network
      .log()
      .filter(({ method }) => method === "PATCH")
      .map(({ path }) => path);
    expect(
      sent
        .slice(-2)
        .map((path) => path.replace(/\/[0-9a-f]{24}$/, ""))
        .toSorted(),
    ).toEqual(["/api/v1/fabric/SwitchProfiles", "/api/v1/server/Profiles"]);
    expect((await next.plan()).plan.steps).toEqual([]);
  });

  test("is imported with its ports, roles and templates", async () => {
    const on = domain(declared);
    await on.apply(await on.plan());
    const settings = { serversMode: "intersight" } as const;
    const of = { project, seed: {}, target: "dc", base: nothingApplied, settings, secrets: true };
    const found = await imported({ ...of, world: on.network.world });
    expect([found.problems, found.unknown, found.plan.changes, found.plan.unknown]).toEqual([[], [], [], []]);
    const text = Object.values(found.texts).join("\n");
    for (const word of ["serverPorts", "uplinkPortChannels", "vsans", "domainTemplates", "vnicTemplates"])
      expect(text).toContain(word);
  });
});
