/** A campus at a simulated Catalyst Center, from sites to provisioned switches with templates. */

import { describe, expect, test } from "vitest";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;

/** Declarations of sites, of a fabric, and of switches in the fabric. Each switch has a template. */
const declared = `target: campus
areas:
  global: { name: Global }
  berlin: { name: Berlin, parent: global, ntp: { servers: [10.0.0.5] } }
buildings:
  hq: { name: HQ, parent: berlin, country: Germany }
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
      sites: { berlin: { site: berlin } }
fabric:
  transitNetworks:
    wan: { name: WAN, type: IP_BASED_TRANSIT, ipTransitSettings: { routingProtocolName: BGP, autonomousSystemNumber: "65002" } }
  sites:
    berlin:
      siteId: berlin
      authenticationProfileName: No Authentication
      isPubSubEnabled: true
      fabricDevices:
        border:
          device: border
          deviceRoles: [BORDER_NODE, CONTROL_PLANE_NODE]
          borderTypes: [LAYER_3]
          layer3Handoffs:
            campus: { transit: wan, virtualNetworkName: Campus, vlanId: 100, localIpAddress: 172.16.0.1/30, remoteIpAddress: 172.16.0.2/30 }
        edge: { device: edge, deviceRoles: [EDGE_NODE] }
      portChannels:
        uplink: { device: edge, interfaceNames: [Te1/0/1, Te1/0/2], connectedDeviceType: TRUNK, protocol: LACP }
inventory:
  border:
    serialNumber: SIM00000001
    role: { role: BORDER ROUTER }
    provisioning: { site: hq }
    templates: { acl: { template: campus.acl, version: campus.acl.v1, params: { host: 10.0.0.66 } } }
  edge:
    serialNumber: SIM00000002
    role: { role: ACCESS }
    provisioning: { site: hq }
    templates: { acl: { template: campus.acl, version: campus.acl.v1, params: { host: 10.0.0.66 } } }
  store:
    serialNumber: SIM00000003
    provisioning: { site: hq }
`;

const inventory = ["border", "edge", "store"].map((name, at) => ({
  ...{ id: `device-0000000${at + 1}`, name, type: "Switch", softwareVersion: "17.9.4" },
  ...{ managementIpAddress: `10.0.0.${at + 1}`, status: "reachable" },
}));

const campus = (text: string, devices = inventory) =>
  stage({
    ...{ project, files: { "a.yaml": text }, settings: { controllerMode: "catalyst-center" } },
    seed: { inventory: devices },
  });

type Result = Awaited<ReturnType<ReturnType<typeof campus>["apply"]>>;

const states = ({ settled }: Result) =>
  Object.fromEntries(settled.map(({ address, outcome }) => [address.replace("campus/", ""), outcome.state]));

const notApplied = (result: Result) =>
  Object.fromEntries(Object.entries(states(result)).filter(([, state]) => state !== "applied"));

describe("a campus", () => {
  test("is made from its sites to switches that are provisioned, and a second plan has nothing to do", async () => {
    const on = campus(declared);
    const plan = await on.plan();
    expect(plan.plan.unknown).toEqual([]);
    const result = await on.apply(plan);
    expect(notApplied(result)).toEqual({});
    expect(result.nonConvergent).toEqual([]);
    const again = await on.plan({ base: on.load({ "a.yaml": declared }) });
    expect(again.plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("goes on where one device cannot be reached: that is unknown, tried twice, and done by the next run", async () => {
    const away = inventory.map((each) => (each.name === "edge" ? { ...each, status: "unreachable" } : each));
    const on = campus(declared, away);
    const result = await on.apply(await on.plan());
    expect(notApplied(result)).toEqual({
      "deviceProvisioning/edge": "unknown",
      "fabricDevice/berlin.edge": "skipped",
      "portChannel/berlin.uplink": "skipped",
      "templateDeployment/edge.acl": "skipped",
    });
    const [problem] = result.settled.flatMap(({ outcome }) =>
      outcome.state === "unknown" ? [outcome.problem] : [],
    );
    expect(problem).toMatchObject({ code: "device-unreachable", message: expect.stringContaining("twice") });
    const { controller } = on.network.world;
    const devices = new Map(
      [...controller.devices].map(([id, each]) => [id, { ...each, status: "reachable" }]),
    );
    on.network.world = { ...on.network.world, controller: { ...controller, devices } };
    const next = await on.plan();
    expect(next.plan.steps.map(({ address }) => address.replace("campus/", ""))).toEqual(
      expect.arrayContaining([
        "deviceProvisioning/edge",
        "fabricDevice/berlin.edge",
        "templateDeployment/edge.acl",
      ]),
    );
    expect(notApplied(await on.apply(next))).toEqual({});
    expect((await on.plan({ base: on.load({ "a.yaml": declared }) })).plan.steps).toEqual([]);
  });

  test("goes on where a task never ends: that one is unknown, and what needs it is not tried", async () => {
    const on = campus(declared);
    const plan = await on.plan();
    const hangs = { path: "*/sda/provisionDevices", methods: ["POST"], times: 1 };
    const body = (response: object) => JSON.stringify({ response, version: "1.0" });
    on.network.fault({ ...hangs, effect: { kind: "answer", status: 202, body: body({ taskId: "hung" }) } });
    const running = { kind: "answer", status: 200, body: body({ id: "hung", isError: false }) } as const;
    on.network.fault({ path: "*/task/hung", times: 1000, effect: running });
    const result = await on.apply(plan);
    const unknown = Object.entries(notApplied(result)).filter(([, state]) => state === "unknown");
    expect(unknown).toHaveLength(1);
    expect(Object.values(notApplied(result)).every((state) => state !== "failed")).toBe(true);
    expect(states(result)).toMatchObject({ "templateVersion/campus.acl.v1": "applied" });
  });

  test("deploys nothing of a template whose commit fails, and all of it once it is corrected", async () => {
    const wrong = declared.replace("{{ host }}", "{{ host");
    const on = campus(wrong);
    const result = await on.apply(await on.plan());
    expect(notApplied(result)).toEqual({
      "templateVersion/campus.acl.v1": "failed",
      "templateDeployment/border.acl": "skipped",
      "templateDeployment/edge.acl": "skipped",
    });
    const next = campus(declared);
    next.network.world = on.network.world;
    const again = await next.plan({
      base: next.load({ "a.yaml": wrong.replaceAll(/ {4}templates: \{ acl.*\n/g, "") }),
    });
    expect(again.plan.steps.map(({ id }) => id)).toEqual([
      "update campus/template/campus.acl",
      "create campus/templateVersion/campus.acl.v1",
      "update campus/templateDeployment/border.acl",
      "update campus/templateDeployment/edge.acl",
    ]);
    expect(notApplied(await next.apply(again))).toEqual({});
  });

  test("gets another version of a template on the one device that names it", async () => {
    const on = campus(declared);
    await on.apply(await on.plan());
    const newer = declared
      .replace("10.0.0.66 } } }\n  edge", "10.0.0.67 } } }\n  edge")
      .replace("version: campus.acl.v1", "version: campus.acl.v2")
      .replace("v1: { comments: v1 } }", "v1: { comments: v1 }, v2: { comments: v2 } }")
      .replace("deny ip any host", "deny tcp any host");
    const next = campus(newer);
    next.network.world = on.network.world;
    const change = await next.plan({ base: next.load({ "a.yaml": declared }) });
    expect(change.plan.steps.map(({ id }) => id)).toEqual([
      "update campus/template/campus.acl",
      "create campus/templateVersion/campus.acl.v2",
      "update campus/templateDeployment/border.acl",
    ]);
    expect(notApplied(await next.apply(change))).toEqual({});
    expect((await next.plan({ base: next.load({ "a.yaml": newer }) })).plan.steps).toEqual([]);
  });

  test("gets a device by its address, whose secrets are said nowhere", async () => {
    const secret = "{ secret: env:CORP_PSK }";
    const text = `target: campus
inventory:
  new: { managementIpAddress: 10.0.0.9, type: NETWORK_DEVICE, cliTransport: ssh, userName: ops, password: ${secret}, snmpVersion: v2, snmpROCommunity: ${secret} }
`;
    const on = campus(text);
    const plan = await on.plan();
    const result = await on.apply(plan);
    expect(notApplied(result)).toEqual({});
    expect((await on.plan({ base: on.load({ "a.yaml": text }) })).plan.steps).toEqual([]);
    expect(JSON.stringify([plan.plan, result, on.events])).not.toContain("canary");
  });

  test("is imported into an empty folder: devices, templates and handoffs, and nothing is left to do", async () => {
    const on = campus(declared);
    await on.apply(await on.plan());
    const settings = { controllerMode: "catalyst-center" } as const;
    const only = ["area", "building", "template", "templateVersion", "inventoryDevice", "deviceRole"]
      .concat("deviceProvisioning", "switchingProfile", "transitNetwork", "fabricSite", "fabricDevice")
      .concat("layer3Handoff", "portChannel", "templateProject", "switchingProfileSite")
      .map((kind) => `campus/${kind}/*`);
    const of = { project, seed: { inventory }, target: "campus", base: nothingApplied, settings, only };
    const found = await imported({ ...of, world: on.network.world });
    expect([found.problems, found.unknown, found.plan.changes, found.plan.unknown]).toEqual([[], [], [], []]);
    const text = Object.values(found.texts).join("\n");
    for (const word of ["provisioning:", "layer3Handoffs:", "portChannels:", "versions:", "switching:"])
      expect(text).toContain(word);
  });
});
