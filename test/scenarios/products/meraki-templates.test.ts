/**
 * Networks that are bound to a configuration template. They are declared by key, bound, changed by hand, unbound and
 * imported, against the mode `meraki`.
 */

import { describe, expect, test } from "vitest";
import { respond } from "../../../src/simulator/respond.ts";
import { defaultSettings } from "../../../src/simulator/wire/settings.ts";
import { imported } from "../../import/live.ts";
import { projectText, stage } from "../../servers/virtual-time/run.ts";
import { request } from "../../simulator/asked.ts";

const projectWith = (removals: string) =>
  projectText().replace(
    "interface: dashboard\n",
    `interface: dashboard\n    dialect: meraki\n    settings: { removals: [${removals}] }\n`,
  );
const seed = {
  organizations: [{ id: "O_1", name: "Acme", networks: [{ id: "N_1", name: "Berlin", more: {} }] }],
};
const settings = { dashboardMode: "meraki" } as const;

const head = "target: cloud\norganization: Acme\n";
const templates =
  "configTemplates:\n  branch: { name: Branch, timeZone: Europe/Berlin }\n  shop: { name: Shop }\n";
const bound = (to: string, more = "") => ({
  "a.yaml": `${head}${templates}networks:\n  berlin:\n    name: Berlin\n    template: { ${to} }\n${more}`,
});
const unbound = { "a.yaml": `${head}${templates}networks:\n  berlin:\n    name: Berlin\n` };
const branch = bound("configTemplate: branch, autoBind: true");

function simulated(files: Readonly<Record<string, string>>, removals = "") {
  return stage({ project: projectWith(removals), seed, files, settings });
}
type Staged = ReturnType<typeof simulated>;

/**
 * Returns the name of the template to which the network is bound. Returns an empty list if the network is not bound.
 */
function bindingIn({ network: { world } }: Staged): readonly unknown[] {
  const { networks, meraki } = world.dashboard;
  const id = networks.get("N_1")?.fields.configTemplateId;
  return id === undefined ? [] : [meraki?.templates?.get(String(id))?.fields.name];
}

/** Sends a request to the dashboard, as a person does by hand. */
function byHand({ network, clock }: Staged, line: string, body = {}): void {
  const headers = { authorization: `Bearer ${defaultSettings.credentials.apiKey}` };
  const { world, reply } = respond(
    network.world,
    { ...request("dashboard", line, body), headers },
    clock.now(),
  );
  expect(reply.status).toBeLessThan(300);
  network.world = world;
}

async function applied(files: Readonly<Record<string, string>>, removals = ""): Promise<Staged> {
  const on = simulated(files, removals);
  await run(on);
  return on;
}

/** Plans and applies, and checks that every step is applied. Returns the ids of the steps. */
async function run(on: Staged, request: Parameters<Staged["plan"]>[0] = {}): Promise<readonly string[]> {
  const made = await on.plan(request);
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome)).toEqual(
    settled.map(() => expect.objectContaining({ state: "applied" })),
  );
  return made.plan.steps.map(({ id }) => id).toSorted();
}

describe("a network that is bound to a template", () => {
  test("is bound after the template is made, and a second plan has nothing to do", async () => {
    const on = simulated(branch);
    expect(await run(on)).toEqual([
      "create cloud/configTemplate/branch",
      "create cloud/configTemplate/shop",
      "update cloud/networkTemplate/berlin",
    ]);
    expect(bindingIn(on)).toEqual(["Branch"]);
    const { plan } = await on.plan({ base: on.load(branch), prune: true });
    expect([plan.changes, plan.unknown]).toEqual([[], []]);
  });

  test("is bound to another when Git says so, and again when somebody has unbound it", async () => {
    const on = await applied(branch);
    const shop = on.load(bound("configTemplate: shop"));
    Object.assign(on.context, { desired: shop });
    expect(await run(on, { base: on.load(branch) })).toEqual(["update cloud/networkTemplate/berlin"]);
    expect(bindingIn(on)).toEqual(["Shop"]);
    byHand(on, "POST /api/v1/networks/N_1/unbind");
    const found = await on.plan({ base: shop });
    expect(found.plan.changes).toMatchObject([{ address: "cloud/networkTemplate/berlin" }]);
    expect(await run(on, { base: shop })).toEqual(["update cloud/networkTemplate/berlin"]);
    expect(bindingIn(on)).toEqual(["Shop"]);
  });

  test("is bound to a new one when somebody has deleted the template", async () => {
    const on = await applied(branch);
    const id = on.network.world.dashboard.networks.get("N_1")?.fields.configTemplateId;
    byHand(on, `DELETE /api/v1/organizations/O_1/configTemplates/${String(id)}`);
    expect(bindingIn(on)).toEqual([]);
    expect(await run(on, { base: on.load(branch) })).toEqual([
      "create cloud/configTemplate/branch",
      "update cloud/networkTemplate/berlin",
    ]);
    expect(bindingIn(on)).toEqual(["Branch"]);
  });

  test("stays bound when Git no longer says so, unless the target lets it go", async () => {
    const kept = await applied(branch);
    Object.assign(kept.context, { desired: kept.load(unbound) });
    const { plan } = await kept.plan({ base: kept.load(branch), prune: true });
    expect(plan.steps).toEqual([]);
    const freed = await applied(branch, "networkTemplate");
    Object.assign(freed.context, { desired: freed.load(unbound) });
    expect(await run(freed, { base: freed.load(branch), prune: true })).toEqual([
      "remove cloud/networkTemplate/berlin",
    ]);
    expect(bindingIn(freed)).toEqual([]);
  });

  test("is imported with the template's key", async () => {
    const { network } = await applied(branch);
    const files = { "a.yaml": `${head}networks: {}\n` };
    const { texts, plan } = await imported({
      project: projectWith(""),
      files,
      settings,
      seed,
      world: network.world,
    });
    expect(Object.values(texts).join("\n")).toMatch(/template:\s*\{? *\n? *configTemplateId: branch/);
    expect(plan.changes).toEqual([]);
  });
});
