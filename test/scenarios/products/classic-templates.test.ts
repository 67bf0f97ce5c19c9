/**
 * Classic templates of a vManage, from an empty one to routers with attached templates, against the simulator's mode in
 * virtual time.
 */

import { describe, expect, test } from "vitest";
import { stage } from "../../servers/virtual-time/run.ts";

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
const on = (changed: Readonly<Record<string, string>> = {}) =>
  stage({ project, files: { ...files, ...changed }, settings: { sdwanMode: "vmanage" } });
type Staged = ReturnType<typeof on>;

/** A stage with other files in the same world. */
function after(before: Staged, changed: Readonly<Record<string, string>>): Staged {
  const next = on(changed);
  next.network.world = before.network.world;
  return next;
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
    const next = after(first, { "a.yaml": templates.replace("prefer: true", "prefer: false") });
    const { made, outcomes } = await applied(next);
    expect(made.plan.steps.map(({ id }) => id)).toEqual(["update manager/ntpTemplate/branch"]);
    expect(outcomes.map(({ state }) => state)).toEqual(["applied"]);
    const tasks = [...(next.network.world.sdwan.vmanage?.tasks.values() ?? [])];
    expect(tasks.at(-1)?.devices.map(({ uuid }) => uuid)).toEqual(["EDG00000001", "EDG00000002"]);
    expect((await next.plan()).plan.steps).toEqual([]);
  });

  test("says which router could not take it, and why; the others have it", async () => {
    const first = on({ "routers.csv": `${table}EDG00000006,six,106\n` });
    const { outcomes } = await applied(first);
    const failed = outcomes.filter(({ state }) => state === "failed");
    expect(JSON.stringify(failed)).toContain("edge-madrid-1: Failed to push");
    expect(failed).toHaveLength(1);
    expect(outcomes.filter(({ state }) => state === "applied")).toHaveLength(8);
  });

  test("a router without a value for a variable is a mistake before anything is asked", () => {
    const without = { "b.yaml": routers.replace(", wan_address: 192.0.2.1/24", "") };
    expect(() => on(without)).toThrow("no value for the variable `wan_address`");
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
