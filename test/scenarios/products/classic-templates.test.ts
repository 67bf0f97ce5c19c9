/**
 * Classic templates of a vManage that is empty at first, up to routers with attached templates, against the simulator's
 * mode in virtual time.
 */

import { describe, expect, test } from "vitest";
import { blastRadius } from "../../../src/model/plan/blast-radius.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { type Setting, stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  manager:
    interface: sdwan
    dialect: vmanage
    url: https://manager.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
secrets: { allow: [env:CORP_PSK] }
`;

const templates = `target: manager
featureTemplates:
  systemTemplates:
    branch:
      name: Branch
      description: d
      deviceTypes: [vedge-C8000V]
      hostname: "{{host_name}}"
      siteId: "{{site_id}}"
  ntpTemplates:
    branch:
      name: Time
      description: d
      deviceTypes: [vedge-C8000V]
      servers: [{ hostnameIp: 10.0.0.9, prefer: true }]
  aaaTemplates:
    branch:
      name: Users
      description: d
      deviceTypes: [vedge-C8000V]
      users: [{ name: admin, password: { secret: env:CORP_PSK } }]
  vpnTemplates:
    transport: { name: Transport, description: d, deviceTypes: [vedge-C8000V], vpnId: 0 }
  ethernetInterfaceTemplates:
    wan:
      name: Wan
      description: d
      deviceTypes: [vedge-C8000V]
      interfaceName: GigabitEthernet1
      address: "{{wan_address}}"
      nat: true
deviceTemplates:
  branch:
    name: Branch
    description: d
    deviceType: vedge-C8000V
    templates:
      - { system: branch, templates: [{ ntp: branch }] }
      - { aaa: branch }
      - { vpn: transport, templates: [{ ethernetInterface: wan }] }
`;

const routers = `target: manager
each: { row: routers.csv }
routers:
  "\${row.uuid}":
    deviceTemplate: branch
    deviceVariables: { host_name: "\${row.name}", site_id: "\${row.site}", wan_address: 192.0.2.1/24 }
`;

const table = "uuid,name,site\nEDG00000001,one,101\nEDG00000002,two,102\n";

const files = { "a.yaml": templates, "b.yaml": routers, "routers.csv": table };

/** The routers that exist at the beginning. One of them is offline, and another refuses every push. */
const edges = [
  ["EDG00000001", "reachable"],
  ["EDG00000002", "reachable"],
  ["EDG00000003", "unreachable"],
  ["EDG00000004", "refusing"],
].map(([serial = "", status = ""], at) => ({
  ...{ serial, status, name: `edge-${at + 1}`, model: "C8000V", softwareVersion: "20.15.1" },
  ...{ managementIpAddress: `10.0.0.${at + 1}`, site: `${101 + at}` },
}));

const on = (changed: Readonly<Record<string, string>> = {}, more: Partial<Setting> = {}) =>
  stage({
    project,
    files: { ...files, ...changed },
    settings: { sdwanMode: "vmanage" },
    seed: { sdwanDevices: edges },
    ...more,
  });
type Staged = ReturnType<typeof on>;

/** Returns a stage with the same servers but other files. */
function later(
  before: Staged,
  changed: Readonly<Record<string, string>> = {},
  more?: Partial<Setting>,
): Staged {
  const next = on(changed, more);
  next.network.world = before.network.world;
  return next;
}

/** Gives one router another status. */
function withStatus(run: Staged, serial: string, status: string): void {
  const { sdwan } = run.network.world;
  const devices = new Map(sdwan.devices);
  devices.set(serial, { ...devices.get(serial), status });
  run.network.world = { ...run.network.world, sdwan: { ...sdwan, devices } };
}

async function applied(run: Staged) {
  const made = await run.plan();
  const { settled } = await run.apply(made);
  return { made, outcomes: settled.map(({ outcome }) => outcome) };
}

describe("a branch of classic templates", () => {
  test("is made, taken by two routers from a table, and has nothing to do then", async () => {
    const first = on();
    const { made, outcomes } = await applied(first);
    expect(made.plan.steps).toHaveLength(8);
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(["applied"]));
    expect(JSON.stringify(made.plan)).not.toContain("canary");
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const { attached } = first.network.world.sdwan.vmanage ?? {};
    expect([...(attached?.keys() ?? [])]).toEqual(["EDG00000001", "EDG00000002"]);
  });

  test("pushes a changed value to both by one request, and asks for its task", async () => {
    const first = on();
    await applied(first);
    const next = later(first, { "a.yaml": templates.replace("prefer: true", "prefer: false") });
    const { made, outcomes } = await applied(next);
    expect(made.plan.steps.map(({ id }) => id)).toEqual(["update manager/ntpTemplate/branch"]);
    expect(outcomes.map(({ state }) => state)).toEqual(["applied"]);
    const tasks = [...(next.network.world.sdwan.vmanage?.tasks.values() ?? [])];
    expect(tasks.at(-1)?.devices.map(({ uuid }) => uuid)).toEqual(["EDG00000001", "EDG00000002"]);
    expect((await next.plan()).plan.steps).toEqual([]);
  });

  test("a router without a value for a variable is a mistake before anything is asked", () => {
    const without = { "b.yaml": routers.replace(", wan_address: 192.0.2.1/24", "") };
    expect(() => on(without)).toThrow("no value for the variable `wan_address`");
  });

  test.each([
    [
      "a variable of another field, whatever its name",
      'hostname: "{{wan_password}}"',
      "no value for the variable `wan_password`",
    ],
    ["a secret, since nobody can read its value", 'password: "{{host_label}}"', undefined],
  ])("what its template needs is told by the template: %s", (_, field, message) => {
    const other = templates.replace(
      field.startsWith("hostname") ? 'hostname: "{{host_name}}"' : "password: { secret: env:CORP_PSK }",
      field,
    );
    const made = () => on({ "a.yaml": other });
    if (message === undefined) expect(made).not.toThrow();
    else expect(made).toThrow(message);
  });

  test("a variable that a template uses as a secret is not declared in plain text", () => {
    const other = templates.replace("{ secret: env:CORP_PSK }", '"{{host_name}}"');
    expect(() => on({ "a.yaml": other })).toThrow("its template uses this variable as a secret");
  });
});

const idsOf = ({ plan }: Awaited<ReturnType<Staged["plan"]>>) => plan.steps.map(({ id }) => id);
const otherTime = { "a.yaml": templates.replace("prefer: true", "prefer: false") };

describe("a change of a template that routers have", () => {
  test("touches all of them, also through the policy of the template, and nobody else", async () => {
    const policed = `${templates.replace("deviceType: vedge", "localizedPolicy: branch\n    deviceType: vedge")}
policyLists: { ipv4PrefixLists: { own: { name: Own, entries: [{ ipPrefix: 10.0.0.0/8 }] } } }
policyDefinitions:
  routePolicies:
    own:
      name: Own routes
      description: d
      defaultAction: { type: reject }
      sequences: [{ sequenceId: 1, sequenceName: own, baseAction: accept, match: { entries: [{ address: own }] } }]
localizedPolicies: { branch: { name: Branch, description: d, assembly: [{ routePolicy: own }] } }
`;
    const first = on({ "a.yaml": policed });
    expect(await applied(first)).toMatchObject({ made: { plan: { unwritable: [] } } });
    const next = later(first, { "a.yaml": policed.replace("10.0.0.0/8", "10.0.0.0/9") });
    const { made, outcomes } = await applied(next);
    expect(idsOf(made)).toEqual(["update manager/ipv4PrefixList/own"]);
    expect(blastRadius(made.plan).devices).toEqual(["EDG00000001", "EDG00000002"]);
    expect(outcomes.map(({ state }) => state)).toEqual(["applied"]);
    expect([...(next.network.world.sdwan.vmanage?.tasks.values() ?? [])].at(-1)?.devices).toHaveLength(2);
  });

  test("is pushed again to the one router that refused it, and to that one only", async () => {
    const first = on({ "routers.csv": `${table}EDG00000004,four,104\n` });
    withStatus(first, "EDG00000004", "reachable");
    await applied(first);
    withStatus(first, "EDG00000004", "refusing");
    const more = { ...otherTime, "routers.csv": `${table}EDG00000004,four,104\n` };
    const next = later(first, more);
    const { outcomes } = await applied(next);
    expect(outcomes).toMatchObject([{ state: "failed" }]);
    expect(JSON.stringify(outcomes)).toContain("edge-4: Failed to apply the configuration");
    expect(JSON.stringify(outcomes)).not.toContain("edge-1");
    withStatus(next, "EDG00000004", "reachable");
    const last = later(next, more);
    const { made, outcomes: again } = await applied(last);
    expect(idsOf(made)).toEqual(["update manager/router/EDG00000004"]);
    expect(again).toMatchObject([{ state: "applied" }]);
    expect((await later(last, more).plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("is unknown for a router that is offline, which gets it once it is back", async () => {
    const more = { "routers.csv": `${table}EDG00000003,three,103\n` };
    const first = on(more);
    const { outcomes } = await applied(first);
    expect(outcomes.filter(({ state }) => state !== "applied")).toMatchObject([
      { state: "unknown", problem: { code: "device-unreachable" } },
    ]);
    expect(JSON.stringify(outcomes)).toContain("edge-3: Device is offline");
    expect(idsOf(await later(first, more).plan())).toEqual(["update manager/router/EDG00000003"]);
    const ignoring = `${project}ignore: [{ address: "manager/router/*", fields: [/configStatus] }]\n`;
    expect(idsOf(await later(first, more, { project: ignoring }).plan())).toEqual([]);
    withStatus(first, "EDG00000003", "reachable");
    expect((await later(first, more).plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("is unknown if its task vanishes, and is looked at by the next run", async () => {
    const first = on();
    await applied(first);
    const vanished = (wire: Wire): Wire => ({
      send: async (request, signal) => {
        const reply = await wire.send(request, signal);
        const isTask = request.url.includes("/device/action/status/");
        return isTask && reply.outcome === "answered" ? { ...reply, status: 404 } : reply;
      },
    });
    const { outcomes } = await applied(later(first, otherTime, { between: vanished }));
    expect(outcomes).toMatchObject([{ state: "unknown", problem: { code: "task-unknown" } }]);
  });

  test("waits while somebody else pushes the template", async () => {
    const first = on();
    await applied(first);
    const { vmanage, ...sdwan } = first.network.world.sdwan;
    const templateId = [...(vmanage?.attached.values() ?? [])][0]?.templateId ?? "";
    const task = { action: "push_feature_template_configuration", templateId, devices: [], endsOn: 60_000 };
    const tasks = new Map(vmanage?.tasks).set("somebody", task);
    first.network.world = {
      ...first.network.world,
      ...(vmanage && { sdwan: { ...sdwan, vmanage: { ...vmanage, tasks } } }),
    };
    const next = later(first, otherTime);
    const { outcomes } = await applied(next);
    expect(outcomes.map(({ state }) => state)).toEqual(["applied"]);
    expect(next.clock.now()).toBeGreaterThanOrEqual(60_000);
  });
});

const cli = (address: string) => `target: manager
cliDeviceTemplates:
  branch:
    name: Branch CLI
    description: d
    deviceType: vedge-C8000V
    cliType: device
    templateConfiguration: "hostname {{host_name}}\\nntp server ${address}"
routers:
  EDG00000001: { deviceTemplate: branch, deviceVariables: { host_name: one } }
  EDG00000002: { deviceTemplate: branch, deviceVariables: { host_name: two } }
policyLists:
  customApplications:
    intranet: { name: Intranet, serverNames: ["*.corp.example"], l3l4: [{ ipAddresses: [10.0.0.9], l4Protocol: TCP, ports: "443" }] }
  applicationLists: { intranet: { name: Intranet, entries: [{ app: Intranet }] } }
`;

describe("a device template in words of the CLI", () => {
  const onCli = (address: string) =>
    stage({
      project,
      files: { "a.yaml": cli(address) },
      settings: { sdwanMode: "vmanage" },
      seed: { sdwanDevices: edges },
    });

  test("is taken by routers with their values, and a change of it is pushed to them", async () => {
    const first = onCli("10.0.0.9");
    const { outcomes } = await applied(first);
    expect(outcomes.filter(({ state }) => state !== "applied")).toEqual([]);
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });
    const { attached } = first.network.world.sdwan.vmanage ?? {};
    expect([...(attached?.values() ?? [])].map(({ row }) => row.host_name)).toEqual(["one", "two"]);

    const next = onCli("10.0.0.8");
    next.network.world = first.network.world;
    const { made, outcomes: pushed } = await applied(next);
    expect(idsOf(made)).toEqual(["update manager/cliDeviceTemplate/branch"]);
    expect(blastRadius(made.plan).devices).toEqual(["EDG00000001", "EDG00000002"]);
    expect(pushed.map(({ state }) => state)).toEqual(["applied"]);
    expect((await next.plan()).plan.steps).toEqual([]);
  });
});

const policies = (active: string) => `target: manager
policyLists:
  siteLists: { all: { name: All, entries: [{ siteId: 101-199 }] } }
  vpnLists: { corp: { name: Corp, entries: [{ vpn: "10" }] } }
policyDefinitions:
  meshTopologies:
    full: { name: Full, description: d, vpnList: corp, regions: [{ name: all, siteLists: [all] }] }
centralizedPolicies:
  first: { name: First, description: d, assembly: [{ mesh: full }]${active === "first" ? ", activation: { active: true }" : ""} }
  second: { name: Second, description: d, assembly: [{ mesh: full }]${active === "second" ? ", activation: { active: true }" : ""} }
`;

describe("centralized policies", () => {
  const policed = (active: string) =>
    stage({ project, files: { "a.yaml": policies(active) }, settings: { sdwanMode: "vmanage" } });

  test("are made of lists and definitions, and the one that is declared so is activated last", async () => {
    const first = policed("first");
    const { made, outcomes } = await applied(first);
    expect(made.plan.steps.at(-1)?.id).toBe("create manager/policyActivation/first");
    expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(["applied"]));
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("another one takes the place of the active one, which stays", async () => {
    const first = policed("first");
    await applied(first);
    const next = policed("second");
    next.network.world = first.network.world;
    const { made, outcomes } = await applied(next);
    expect(made.plan.steps.map(({ id }) => id)).toEqual(["update manager/policyActivation/second"]);
    expect(outcomes.map(({ state }) => state)).toEqual(["applied"]);
    expect((await next.plan()).plan.steps).toEqual([]);
    const again = policed("first");
    again.network.world = next.network.world;
    expect((await again.plan()).plan.steps.map(({ id }) => id)).toEqual([
      "update manager/policyActivation/first",
    ]);
  });
});
