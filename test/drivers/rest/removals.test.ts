/** Removals that a catalog switches off. Only the settings of a target can allow them. */

import { expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { json, text } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = (settings: string) => `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
    settings: ${settings}
`;

const ann = { id: "7", email: "ann@example.net", name: "Ann", orgAccess: "full" };

/** Returns an organization with one administrator, who can be deleted. */
function organization() {
  const deleted: string[] = [];
  const wire: Wire = {
    send: async ({ method, url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/api/v1/organizations") return json(200, [{ id: "1", name: "Acme" }]);
      if (pathname === "/api/v1/organizations/1/admins")
        return json(200, deleted.length > 0 ? [] : [{ ...ann, tags: [], networks: [] }]);
      if (pathname === "/api/v1/organizations/1/networks")
        return json(200, deleted.length > 0 ? [] : [{ id: "N1", name: "Oslo", productTypes: ["switch"] }]);
      if (method !== "DELETE") return text(404, "");
      deleted.push(pathname);
      return text(204, "");
    },
  };
  return { wire, deleted };
}

const withAdmin = `target: cloud
organization: Acme
admins: { ann: { email: ann@example.net, name: Ann, orgAccess: full } }
`;
const withNetwork = "target: cloud\norganization: Acme\nnetworks: { oslo: { name: Oslo } }\n";
const bergen = withNetwork.replace(
  "oslo: { name: Oslo }",
  "bergen: { name: Bergen, productTypes: [switch] }",
);
const after = "target: cloud\norganization: Acme\n";

/** Deletes something from the declaration, plans with --prune, and applies. */
async function pruned(settings: string, before = withAdmin) {
  const { wire, deleted } = organization();
  const set = stage({ project: project(settings), files: { "a.yaml": after }, between: () => wire });
  const made = await set.plan({ base: set.load({ "a.yaml": before }), prune: true });
  await set.apply(made);
  return { plan: made.plan, deleted };
}

test("what is removed only where a target says so is kept, and the plan says how to remove it", async () => {
  const { plan, deleted } = await pruned("{}");
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable).toMatchObject([
    {
      address: "cloud/admin/ann",
      action: "remove",
      reason: expect.stringContaining(
        "trueup may not remove it: to allow that, add `admin` to `targets.cloud.settings.removals`",
      ),
    },
  ]);
  expect(deleted).toEqual([]);
});

test("where the settings name its kind, it is removed", async () => {
  const { plan, deleted } = await pruned("{ removals: [admin] }");
  expect(plan.unwritable).toEqual([]);
  expect(deleted).toEqual(["/api/v1/organizations/1/admins/7"]);
});

test("a network is removed where the settings name it; without, the plan names the setting", async () => {
  const { plan, deleted } = await pruned("{}", withNetwork);
  expect([plan.steps, deleted]).toEqual([[], []]);
  expect(plan.unwritable).toMatchObject([
    {
      address: "cloud/network/oslo",
      reason: expect.stringContaining(
        "trueup may not remove it: to allow that, add `network` to `targets.cloud.settings.removals`",
      ),
    },
  ]);
  const allowed = await pruned("{ removals: [network] }", withNetwork);
  expect(allowed.deleted).toEqual(["/api/v1/networks/N1"]);
});

test("what would be created and could not be removed again names the setting as well", async () => {
  const { wire } = organization();
  const create = async (settings: string) => {
    const set = stage({ project: project(settings), files: { "a.yaml": bergen }, between: () => wire });
    return (await set.plan()).plan.steps.map(({ irreversible }) => irreversible);
  };
  expect(await create("{}")).toEqual([
    "trueup may not remove it: to allow that, add `network` to `targets.cloud.settings.removals`",
  ]);
  expect(await create("{ removals: [network] }")).toEqual([undefined]);
});

test.each(["admn", "ssid", "organization"])("settings cannot name %s, and say what they can", (kind) => {
  const file = { path: "trueup.yaml", text: project(`{ removals: [${kind}] }`) };
  const { problems } = loadProject({ file, folder: "/p", drivers });
  expect(problems.map(({ message }) => message)).toEqual([
    "`settings.removals.0` must be `admin`, `configTemplate`, `network`, `networkDevice` or `networkTemplate`",
  ]);
  expect(problems[0]?.hint).toMatch(
    kind === "admn" ? /`admin`/ : /All other kinds are removed without this setting/,
  );
});

test.each([
  ...["organization", "network", "admin", "configTemplate", "networkTemplate"].map((kind) => [
    "meraki",
    kind,
  ]),
  ...["user", "area", "templateProject"].map((kind) => ["catalyst-center", kind]),
])("of %s a %s is removed only where a target says so", (product, name) => {
  const { kinds } = catalogsIn().read(product);
  expect(kinds.find(({ kind }) => kind === name)?.removal).toBe("off");
});
