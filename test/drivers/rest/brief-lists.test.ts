/** Lists that do not show all fields: what a plan then costs, and how changes in the other fields are detected. */

import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../src/drivers/index.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const product = productFile.parse({
  product: "campus",
  title: "Campus",
  interface: "controller",
  basePath: "/api",
  authentication: { by: "token", header: "X-Auth-Token" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [{ status: "2xx", means: "accepted" }],
  checks: ["site"],
});
const site = kindFile.parse({
  ...{ kind: "site", title: "site", section: "sites", form: "collection", id: "id" },
  ...{ list: { path: "/sites", brief: true }, item: "/sites/{id}", update: "PUT /sites/{id}" },
  ...{
    fields: { name: { type: "string" }, lease: { type: "string" } },
    source: "made up",
    verified: "assumed",
  },
});
const drivers = driversWith({
  names: [{ product: "campus", interface: "controller" }],
  read: () => ({ product, kinds: [site] }),
});
const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: campus
    url: https://campus.example.net
    credential: { token: { secret: env:KEY } }
`;
const file =
  "target: campus\nsites: { berlin: { name: Berlin, lease: 1 day }, rome: { name: Rome, lease: 1 day } }\n";

test("a change that only the read of one shows is planned, and each such read counts in the plan's cost", async () => {
  const leases: Record<string, string> = { Berlin: "1 day", Rome: "1 week", Oslo: "1 hour" };
  const send = async ({ url, method }: { readonly url: string; readonly method: string }) => {
    const id = new URL(url).pathname.split("/")[3];
    const all = Object.entries(leases).map(([name, lease]) => ({ id: name.toLowerCase(), name, lease }));
    if (method === "PUT") leases.Rome = "1 day";
    if (id !== undefined) return json(200, all.find((each) => each.id === id) ?? {});
    return json(
      200,
      all.map(({ lease: _, ...shown }) => shown),
    );
  };
  const set = stage({ project, drivers, files: { "a.yaml": file }, between: () => ({ send }) });
  const made = await set.plan();
  expect(made.plan.steps.map(({ id }) => id)).toEqual(["update campus/site/rome"]);
  expect(made.plan.cost).toMatchObject([{ reads: 3, writes: 1, verification: 6 }]);
  const { settled, nonConvergent } = await set.apply(made);
  expect([settled.map(({ outcome }) => outcome.state), nonConvergent]).toEqual([["applied"], []]);
});

test("a read of one that shows the id of another is no detail of it: the list is unknown, and nothing is written", async () => {
  const send = async ({ url }: { readonly url: string }) => {
    const id = new URL(url).pathname.split("/")[3];
    const list = ["Berlin", "Rome"].map((name) => ({ id: name.toLowerCase(), name }));
    if (id === undefined) return json(200, list);
    return json(200, { id: "somewhere-else", name: id === "rome" ? "Rome" : "Berlin", lease: "1 week" });
  };
  const set = stage({ project, drivers, files: { "a.yaml": file }, between: () => ({ send }) });
  const { plan } = await set.plan();
  expect(plan.changes).toEqual([]);
  expect(plan.unknown.map(({ address }) => address)).toEqual(["campus/site/berlin", "campus/site/rome"]);
});

test.each([
  ["by its name", { identity: "Berlin" }],
  ["by its remembered id, after somebody renamed it", { identity: "Berlin HQ", id: "berlin" }],
])("a wanted site that is found %s is read in detail, and no other one", async (_, wanted) => {
  const read: string[] = [];
  const send = async ({ url }: { readonly url: string }) => {
    const id = new URL(url).pathname.split("/")[3];
    if (id === undefined)
      return json(
        200,
        ["Berlin", "Rome"].map((name) => ({ id: name.toLowerCase(), name })),
      );
    read.push(id);
    return json(200, { id, name: "Berlin", lease: "1 day" });
  };
  const set = stage({ project, drivers, files: { "a.yaml": file }, between: () => ({ send }) });
  const request = { collection: "sites", scope: {}, wanted: [{ kind: "site", scope: {}, ...wanted }] };
  const { signal } = new AbortController();
  const { session } = set.context.targets.get("campus") ?? {};
  const reply = session && (await set.clock.run(session.read(request, signal)));
  expect(reply).toMatchObject({
    state: "whole",
    items: [{ value: { lease: "1 day" } }, { identity: "Rome" }],
  });
  expect(read).toEqual(["berlin"]);
});
