/**
 * Plans, applies and imports in the dialect `intersight`, against the simulator's mode of the same name, which was
 * written separately.
 */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { World } from "../../../src/simulator/world.ts";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: servers
    dialect: intersight
    url: https://intersight.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
secrets: { allow: ["env:*_PSK"] }
`;

const inDefault = `target: dc
organization: default
pools:
  mac: { servers: { name: servers, macBlocks: [{ from: "00:25:B5:00:00:01", size: 100 }] } }
  wwn: { nodes: { name: nodes, idBlocks: [{ from: "20:00:00:25:B5:00:00:01", size: 16 }] } }
  ip: { kvm: { name: kvm, ipV4Blocks: [{ from: 10.1.0.10, size: 20 }], ipV4Config: { gateway: 10.1.0.1 } } }
policies:
  ntp: { corporate: { name: corporate, ntpServers: [10.0.0.1], timezone: Europe/Berlin } }
  imcAccess: { kvm: { name: kvm, inbandVlan: 20, inbandIpPool: kvm } }
  bootOrder:
    disk:
      name: disk
      bootDevices:
        - { name: dvd, type: boot.VirtualMedia, subtype: kvm-mapped-dvd }
        - { name: disk, type: boot.LocalDisk, enabled: true, slot: MRAID }
  lanConnectivity:
    two:
      name: two
      vnics:
        eth0: { name: eth0, order: 0, macPool: servers }
        eth1: { name: eth1, order: 1, macPool: servers }
  fibreChannelNetwork: { fabric-a: { name: fabric-a, vsan: { id: 100 } } }
  sanConnectivity:
    two:
      name: two
      wwnnPool: nodes
      vhbas: { fc0: { name: fc0, order: 2, wwpnPool: nodes, fibreChannelNetworkPolicy: fabric-a } }
  localUser:
    admins:
      name: admins
      users: { root: { user: root, enabled: true, password: { secret: env:CORP_PSK } } }
  vlan: { campus: { name: campus, vlans: { 100: { name: office }, 200: { name: guests } } } }
endPointUsers: { root: { name: root } }
profiles:
  serverTemplate: { esx: { name: esx, policies: [{ ntp: corporate }] } }
  server:
    esx-1:
      name: esx-1
      template: esx
      policies: [{ ntp: corporate }, { lanConnectivity: two }, { bootOrder: disk }, { imcAccess: kvm }, { sanConnectivity: two }]
      action: Deploy
managedObjects:
  backup:
    type: ntp.Policy
    name: backup's clock
    attributes: { NtpServers: [10.0.0.9], Enabled: false }
  kvm:
    type: access.Policy
    name: by hand
    attributes: { InbandVlan: 30 }
    references: { InbandIpPool: { ipPool: kvm } }
  profile:
    type: server.Profile
    name: by hand
    objects: { SrcTemplate: { type: server.ProfileTemplate, object: template } }
  template: { type: server.ProfileTemplate, name: by hand }
`;

/** Declarations with the same names in another organization, where they are different resources. */
const inLab = `target: dc
organization: Lab
policies:
  ntp: { lab: { name: corporate, ntpServers: [10.9.0.1] } }
managedObjects:
  lab-backup: { type: ntp.Policy, name: "backup's clock", attributes: { NtpServers: [10.9.0.9] } }
`;

const files = { "a.yaml": inDefault, "b.yaml": inLab };
const set = (of: Readonly<Record<string, string>>) =>
  stage({ project, files: of, settings: { serversMode: "intersight" } });
type Set_ = ReturnType<typeof set>;

const states = ({ settled }: Awaited<ReturnType<Set_["apply"]>>) =>
  settled.flatMap(({ outcome, address }) =>
    outcome.state === "applied" ? [] : [`${address} ${JSON.stringify(outcome)}`],
  );

function objectsIn({ servers: { intersight } }: World, type: string): readonly JsonObject[] {
  return [...(intersight?.objects.values() ?? [])].filter(({ ObjectType }) => ObjectType === type);
}

async function made(): Promise<Set_> {
  const on = set(files);
  expect(states(await on.apply(await on.plan()))).toEqual([]);
  return on;
}

describe("a simulated Intersight", () => {
  test("becomes what is declared, what is named before what names it, and a second plan has nothing to do", async () => {
    const on = set(files);
    const first = await on.plan();
    expect(first.plan.unknown).toEqual([]);
    expect(first.plan.steps).toHaveLength(26);
    const result = await on.apply(first);
    expect([states(result), result.nonConvergent]).toEqual([[], []]);
    expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    expect(
      objectsIn(on.network.world, "ntp.Policy")
        .map(({ Name }) => Name)
        .toSorted(),
    ).toEqual(["backup's clock", "backup's clock", "corporate", "corporate"]);
  });

  test("has references by id and type, and passwords that no one sees", async () => {
    const { network } = await made();
    const [pool = {}] = objectsIn(network.world, "macpool.Pool");
    const [first] = objectsIn(network.world, "vnic.EthIf");
    expect(first).toMatchObject({
      MacPool: { ClassId: "mo.MoRef", ObjectType: "macpool.Pool", Moid: pool.Moid },
    });
    const byHand = objectsIn(network.world, "server.Profile").find(({ Name }) => Name === "by hand");
    expect(byHand).toMatchObject({ SrcTemplate: { ObjectType: "server.ProfileTemplate" } });
    expect(objectsIn(network.world, "iam.EndPointUserRole")).toMatchObject([{ Password: "canary-corp-psk" }]);
    expect(byHand).toMatchObject({ ConfigContext: { ConfigState: "Not-assigned" } });
    const deployed = objectsIn(network.world, "server.Profile").find(({ Name }) => Name === "esx-1");
    expect(deployed).toMatchObject({ Action: "No-op", ConfigContext: { ConfigState: "Associated" } });
  });

  test("is changed where it differs, and a profile that is to be deployed is deployed with that", async () => {
    const { network } = await made();
    const on = set({
      "a.yaml": inDefault
        .replace("ntpServers: [10.0.0.1]", "ntpServers: [10.0.0.2]")
        .replace("[{ ntp: corporate }, { lan", "[{ lan")
        .replace("InbandVlan: 30", "InbandVlan: 31"),
      "b.yaml": inLab,
    });
    on.network.world = network.world;
    const plan = await on.plan();
    expect(plan.plan.steps.map(({ id }) => id)).toEqual([
      ...["update dc/managedObject/kvm", "update dc/ntpPolicy/corporate", "update dc/serverProfile/esx-1"],
    ]);
    const result = await on.apply(plan);
    expect([states(result), result.nonConvergent]).toEqual([[], []]);
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("a profile with pending changes is deployed again, where that is declared", async () => {
    const on = await made();
    on.network.change({
      ...{ interface: "servers", object: "server.Profile/esx-1" },
      set: { ConfigContext: { ObjectType: "policy.ConfigContext", ConfigState: "Pending-changes" } },
    });
    const plan = await on.plan();
    expect(plan.plan.steps.map(({ id }) => id)).toEqual(["update dc/serverProfile/esx-1"]);
    expect(states(await on.apply(plan))).toEqual([]);
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("an object that somebody changes between plan and apply is looked at again, and not overwritten", async () => {
    const { network } = await made();
    const on = set({ "a.yaml": inDefault.replace("inbandVlan: 20", "inbandVlan: 21"), "b.yaml": inLab });
    on.network.world = network.world;
    const plan = await on.plan();
    on.network.change({
      ...{ interface: "servers", object: "access.Policy/kvm" },
      set: { Description: "of another one" },
    });
    expect(states(await on.apply(plan, { after: 0 }))).toEqual([]);
    const statuses = on.network.log().flatMap(({ method, status }) => (method === "PATCH" ? [status] : []));
    expect(statuses).toEqual([412, 200]);
    const policy = objectsIn(on.network.world, "access.Policy").find(({ Name }) => Name === "kvm");
    expect(policy).toMatchObject({ InbandVlan: 21, Description: "of another one" });
  });

  test("what somebody else makes between plan and apply is not changed by a create", async () => {
    const other = set({
      "a.yaml": "target: dc\norganization: default\npolicies: { ssh: { a: { name: shell, port: 2022 } } }",
    });
    const on = set({
      "a.yaml": "target: dc\norganization: default\npolicies: { ssh: { b: { name: shell, port: 22 } } }",
    });
    const plan = await on.plan();
    await other.apply(await other.plan());
    on.network.world = other.network.world;
    const [found] = (await on.apply(plan)).settled;
    expect(found?.outcome.state).toBe("failed");
    expect(objectsIn(on.network.world, "ssh.Policy")).toMatchObject([{ Port: 2022 }]);
  });

  test("an object of a type that there is not is unknown, and never made", async () => {
    const text = "target: dc\norganization: default\nmanagedObjects: { a: { type: ntp.Polici, name: a } }";
    const { plan } = await set({ "a.yaml": text }).plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown).toMatchObject([{ address: "dc/managedObject/a" }]);
  });

  test("is removed in the order in which it is named, with what is declared no longer", async () => {
    const { network, context } = await made();
    const on = set({ "a.yaml": "target: dc\norganization: default\n", "b.yaml": inLab });
    on.network.world = network.world;
    const plan = await on.plan({ base: context.desired, prune: true });
    expect(plan.plan.steps.every(({ id }) => id.startsWith("remove "))).toBe(true);
    expect(states(await on.apply(plan))).toEqual([]);
    expect(objectsIn(on.network.world, "ntp.Policy")).toHaveLength(2);
    expect(objectsIn(on.network.world, "vnic.EthIf")).toHaveLength(0);
    expect(objectsIn(on.network.world, "vnic.FcIf")).toHaveLength(0);
  });

  test("is imported, with keys instead of ids, and reads back to an empty plan", async () => {
    const { network } = await made();
    const of = {
      project,
      target: "dc",
      seed: {},
      settings: { serversMode: "intersight" },
      base: nothingApplied,
    } as const;
    const found = await imported({ ...of, world: network.world });
    expect([found.problems, found.unknown, found.plan.changes, found.plan.unknown]).toEqual([[], [], [], []]);
    const text = Object.values(found.texts).join("\n");
    expect(text).toMatch(/macPool: servers/);
    expect(text).toMatch(/- \{ ntp: default-corporate \}/);
    expect(text).not.toMatch(/tags: \[\]|Unassign/);
    expect(text).not.toMatch(/[0-9a-f]{24}/);
  });
});
