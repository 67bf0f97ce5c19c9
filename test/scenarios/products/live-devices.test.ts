/**
 * Live devices that a change reaches although Git does not declare them: routers whose template changes, and all
 * routers when a policy is activated. Tested in virtual time against the simulator's mode of a vManage.
 */

import { expect, test } from "vitest";
import { makePlan } from "../../../src/engine/reconcile.ts";
import { loadPolicies } from "../../../src/load/policies/policies.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  wan:
    interface: sdwan
    dialect: vmanage
    url: https://manager.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
`;

const { policies } = loadPolicies([
  {
    path: "policies/few.yaml",
    text: "- { name: few, about: plan, assert: plan.devices <= 2, message: '${plan.devices} devices at once' }",
  },
]);

const feature = (prefer: boolean) => `
  ntpTemplates:
    time: { name: Time, description: d, deviceTypes: [vedge-C8000V], servers: [{ hostnameIp: 10.0.0.9, prefer: ${prefer} }] }`;
const system = `
  systemTemplates: { base: { name: Base, description: d, deviceTypes: [vedge-C8000V], siteId: 1 } }`;
const device = `
deviceTemplates:
  branch: { name: Branch, description: d, deviceType: vedge-C8000V, templates: [{ system: base, templates: [{ ntp: time }] }] }`;
const routers = (...keys: readonly string[]) =>
  keys.length === 0
    ? ""
    : `\nrouters: { ${keys.map((key) => `${key}: { deviceTemplate: branch }`).join(", ")} }`;

const sdwanDevices = ["R1", "R2", "R3", "R4"].map((serial) => ({
  ...{ serial, name: serial, status: "reachable", model: "C8000V", softwareVersion: "20.15.1" },
  ...{ managementIpAddress: "10.0.0.1", site: "1" },
}));
type Staged = ReturnType<typeof stage>;

function staged(text: string, before?: Staged, between?: (wire: Wire) => Wire) {
  const files = { "a.yaml": `target: wan\n${text.trimStart()}\n` };
  const settings = { sdwanMode: "vmanage" } as const;
  const made = stage({ project, files, settings, seed: { sdwanDevices }, ...(between && { between }) });
  if (before) made.network.world = before.network.world;
  return made;
}

const forever = new AbortController().signal;
/** Plans a project whose policy limits how many devices a plan may touch. */
async function planned({ clock, context }: Staged) {
  const project = { ...context.project, policies };
  const request = { onConflict: "hold", prune: false } as const;
  return (await clock.run(makePlan({ ...context, project }, { ...request }, forever))).plan;
}

/** Applies a template to three routers, and a policy. Returns the stage. */
async function applied() {
  const first = staged(`featureTemplates:${system}${feature(true)}${device}${routers("R1", "R2", "R3")}`);
  const { settled } = await first.apply(await first.plan());
  expect(settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  return first;
}

test("a changed template counts the routers that have it live, in every output, and for policies", async () => {
  const next = staged(
    `featureTemplates:${system}${feature(false)}${device}${routers("R1")}`,
    await applied(),
  );
  const plan = await planned(next);
  expect(plan.pushed).toEqual({ "wan/ntpTemplate/time": ["R1", "R2", "R3"] });
  expect(planText(plan, plain)).toContain("touches 3 devices");
  expect(planMarkdown(plan)).toContain("- 3 devices: `R1`, `R2`, `R3`");
  expect(planDocument(plan)).toMatchObject({ touches: { devices: ["R1", "R2", "R3"] } });
  expect(plan.guards).toMatchObject([{ guard: "policy", message: "policy few: 3 devices at once" }]);
});

test("a template whose device templates Git does not declare counts those of the product", async () => {
  const next = staged(`featureTemplates:${feature(false)}`, await applied());
  const plan = await planned(next);
  expect(planText(plan, plain)).toContain("touches 3 devices");
  expect(planMarkdown(plan)).toContain("- 3 devices: 3 that Git does not declare");
  expect(planDocument(plan)).toMatchObject({ touches: { devices: [], moreDevices: 3 } });
  expect(plan.guards).toMatchObject([{ message: "policy few: 3 devices at once" }]);
});

test("a list of routers that cannot be read is not taken for none", async () => {
  const refusing = (wire: Wire): Wire => ({
    send: async (request, signal) => {
      const reply = await wire.send(request, signal);
      return request.url.endsWith("/system/device/vedges") && reply.outcome === "answered"
        ? { ...reply, status: 400 }
        : reply;
    },
  });
  const text = `featureTemplates:${system}${feature(false)}${device}`;
  const plan = await planned(staged(text, await applied(), refusing));
  expect(Object.keys(plan.pushedUnknown ?? {})).toEqual(["wan"]);
  expect(planText(plan, plain)).toContain("it is unknown how many devices of wan this plan touches: ");
  expect(planMarkdown(plan)).toContain("it is unknown how many devices of wan this plan touches: ");
});

const policy = (site: string, active: boolean) => `policyLists:
  siteLists: { all: { name: All, entries: [{ siteId: "${site}" }] } }
  vpnLists: { corp: { name: Corp, entries: [{ vpn: "10" }] } }
policyDefinitions:
  meshTopologies: { full: { name: Full, description: d, vpnList: corp, regions: [{ name: all, siteLists: [all] }] } }
centralizedPolicies:
  first: { name: First, description: d, assembly: [{ mesh: full }]${active ? ", activation: { active: true }" : ""} }
`;

test("the activation of a policy, and a change of an active one, reach all routers", async () => {
  const all = ["R1", "R2", "R3", "R4"];
  const first = staged(policy("101", true));
  const plan = await planned(first);
  expect(plan.pushed).toEqual({ "wan/policyActivation/first": all });
  expect(plan.guards).toMatchObject([{ message: "policy few: 4 devices at once" }]);
  await first.apply(await first.plan());
  expect((await planned(staged(policy("102", true), first))).pushed).toEqual({ "wan/siteList/all": all });
  expect((await planned(staged(policy("102", false), first))).pushed).toBeUndefined();
});
