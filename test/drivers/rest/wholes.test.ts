/** Reads of a whole organization. One read replaces one read per network, and there are never more reads than that. */

import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../src/drivers/index.ts";
import type { Json } from "../../../src/model/json.ts";
import { discover } from "../../../src/observe/discover.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const product = productFile.parse({
  product: "campus",
  title: "Campus",
  interface: "controller",
  basePath: "/api",
  authentication: { by: "token", header: "X-Auth-Token" },
  pages: { by: "after", parameter: "after" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
  ],
  checks: ["city"],
});
const made = { source: "made up", verified: "assumed" } as const;
const name = { type: "string" } as const;
const kinds = [
  {
    kind: "city",
    title: "city",
    section: "cities",
    form: "collection",
    id: "id",
    list: "/cities",
    fields: { name },
  },
  {
    ...{ kind: "site", title: "site", section: "sites", in: "city", form: "collection", id: "id" },
    ...{ list: "/cities/{city}/sites", fields: { name } },
  },
  {
    ...{
      kind: "port",
      title: "port",
      section: "ports",
      in: "site",
      form: "fixed",
      key: "number",
      id: "number",
    },
    ...{ list: "/sites/{site}/ports", update: "PUT /sites/{site}/ports/{id}" },
    whole: { path: "/cities/{city}/ports", parent: "site.id", holds: "ports", shows: ["on"] },
    fields: { on: { type: "boolean" }, label: { type: "string" } },
  },
  {
    ...{ kind: "guard", title: "guard", section: "guard", in: "site", form: "singleton" },
    ...{ update: "PUT /sites/{site}/guard", whole: { path: "/cities/{city}/guards", parent: "siteId" } },
    fields: { name },
  },
].map((each) => kindFile.parse({ ...each, ...made }));
const drivers = driversWith({
  names: [{ product: "campus", interface: "controller" }],
  read: () => ({ product, kinds }),
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

const on = [{ number: "1", on: true }];
const world: Readonly<Record<string, Json>> = {
  "/cities": [{ id: "c", name: "Rome" }],
  "/cities/c/sites": ["a", "b", "d"].map((id) => ({ id, name: id })),
  "/cities/c/ports": ["a", "b", "d"].map((id) => ({ site: { id }, ports: on })),
  "/sites/a/ports": [{ number: "1", on: true, label: "A" }],
  "/sites/b/ports": on,
  "/sites/d/ports": on,
  "/cities/c/guards": [
    { siteId: "a", name: "Ann" },
    { siteId: "b", name: "Bob" },
    { siteId: null, name: "Cid" },
  ],
};

/**
 * Returns a city with these declarations per site. The server answers the paths in `changed` with the values there, and
 * all other paths as usual.
 */
function campus(sites: Readonly<Record<string, Json>>, changed: Readonly<Record<string, Json>> = {}) {
  const asked: string[] = [];
  const replies = { ...world, ...changed };
  const send = async ({ url }: { readonly url: string }) => {
    const { pathname, search } = new URL(url);
    asked.push(`${pathname.slice("/api".length)}${search}`);
    const at = asked.at(-1) ?? "";
    const body = replies[at];
    if (body === undefined) return json(404, { error: "there is no such thing" });
    const [path = "", page = "1"] = at.split("?p=");
    const next = `${path}?p=${Number(page) + 1}`;
    const link = next in replies ? `</api${next}>; rel=next` : "";
    return json(200, body, { link });
  };
  const cities = { rome: { name: "Rome", sites } };
  const files = { "a.yaml": JSON.stringify({ target: "campus", cities }) };
  return { asked, run: stage({ project, drivers, files, between: () => ({ send }) }) };
}

const port = (value: Json) => ({ ports: { "1": value } });

test("what is declared of several is read at once, and what is shown so is compared", async () => {
  const { asked, run } = campus({
    a: { name: "a", ...port({ on: true }) },
    b: { name: "b", ...port({ on: false }) },
    d: { name: "d", ...port({ on: true }) },
  });
  const { plan } = await run.plan();
  expect(asked).toEqual(["/cities", "/cities/c/sites", "/cities/c/ports"]);
  expect(plan.changes).toMatchObject([
    { address: "campus/port/rome.b.1", differences: [{ path: "/on", desired: false, live: true }] },
  ]);
  expect(plan.cost).toMatchObject([{ reads: 3, writes: 1, verification: 2 }]);
});

test("one alone is read with its parent, and so is each of which another field is declared", async () => {
  const one = campus({ a: { name: "a", ...port({ on: true }) }, b: { name: "b" } });
  expect((await one.run.plan()).plan.changes).toEqual([]);
  expect(one.asked).toEqual(["/cities", "/cities/c/sites", "/sites/a/ports"]);
  const more = campus({
    a: { name: "a", ...port({ on: true, label: "B" }) },
    b: { name: "b", ...port({ on: true }) },
    d: { name: "d", ...port({ on: true }) },
  });
  expect((await more.run.plan()).plan.changes).toMatchObject([
    { address: "campus/port/rome.a.1", differences: [{ path: "/label", desired: "B", live: "A" }] },
  ]);
  expect(more.asked.toSorted()).toEqual(["/cities", "/cities/c/ports", "/cities/c/sites", "/sites/a/ports"]);
});

const all = {
  a: { name: "a", ...port({ on: true }) },
  b: { name: "b", ...port({ on: true }) },
  d: { name: "d", ...port({ on: true }) },
};

test("a whole that says nothing of a parent does not make what is in it absent", async () => {
  const two = ["a", "b"].map((id) => ({ site: { id }, ports: on }));
  const { asked, run } = campus(all, { "/cities/c/ports": two });
  expect((await run.plan()).plan.changes).toEqual([]);
  expect(asked.slice(2)).toEqual(["/cities/c/ports", "/sites/d/ports"]);
});

test.each([
  ["is refused", {}],
  ["does not show what a record is in", { "/cities/c/ports": [{ ports: on }] }],
  ["holds something else than a list", { "/cities/c/ports": [{ site: { id: "a" }, ports: "none" }] }],
])("a whole that %s leaves every parent to its own read", async (_, changed) => {
  const { asked, run } = campus(all, { "/cities/c/ports": { error: "x" }, ...changed });
  expect((await run.plan()).plan.changes).toEqual([]);
  expect(asked.slice(2).toSorted()).toEqual([
    "/cities/c/ports",
    "/sites/a/ports",
    "/sites/b/ports",
    "/sites/d/ports",
  ]);
});

test("a whole has no more pages than it saves requests", async () => {
  const ports = (id: string) => [{ site: { id }, ports: on }];
  const { asked, run } = campus(all, {
    "/cities/c/ports": ports("x"),
    "/cities/c/ports?p=2": ports("y"),
    "/cities/c/ports?p=3": ports("z"),
    "/cities/c/ports?p=4": on,
  });
  expect((await run.plan()).plan.changes).toEqual([]);
  expect(asked.slice(2, 5)).toEqual(["/cities/c/ports", "/cities/c/ports?p=2", "/cities/c/ports?p=3"]);
  expect(asked.slice(5).toSorted()).toEqual(["/sites/a/ports", "/sites/b/ports", "/sites/d/ports"]);
});

test("something missing of a whole of several pages is absent once two readings agree", async () => {
  const { asked, run } = campus(all, {
    "/cities/c/ports": [{ site: { id: "a" }, ports: on }],
    "/cities/c/ports?p=2": [
      { site: { id: "b" }, ports: [] },
      { site: { id: "d" }, ports: on },
    ],
    "/cities/c/ports?p=3": [],
  });
  const { plan } = await run.plan();
  expect(plan.changes.map(({ action, address }) => [action, address])).toEqual([
    ["create", "campus/port/rome.b.1"],
  ]);
  expect(asked.slice(2)).toHaveLength(6);
});

test("what only a whole shows is read so, be it one; unknown, where that is not to be read", async () => {
  const guarded = { a: { name: "a", guard: { name: "Eve" } }, d: { name: "d", guard: { name: "Dan" } } };
  const { asked, run } = campus(guarded);
  const { plan } = await run.plan();
  expect(asked).toEqual(["/cities", "/cities/c/sites", "/cities/c/guards"]);
  expect(plan.changes.map(({ action, address }) => [action, address])).toEqual([
    ["update", "campus/guard/rome.a"],
    ["create", "campus/guard/rome.d"],
  ]);
  expect(plan.cost).toMatchObject([{ reads: 3, writes: 2, verification: 2 }]);
  const closed = campus(guarded, { "/cities/c/guards": { error: "x" } });
  expect((await closed.run.plan()).plan.unknown.map(({ address }) => address)).toEqual([
    "campus/guard/rome.a",
    "campus/guard/rome.d",
  ]);
});

test("what only a whole shows is found in each of the parents that it is declared in", async () => {
  const guarded = { a: { name: "a", guard: { name: "Ann" } }, b: { name: "b", guard: { name: "Ben" } } };
  const { asked, run } = campus(guarded);
  expect((await run.plan()).plan.changes).toMatchObject([
    { action: "update", address: "campus/guard/rome.b", differences: [{ desired: "Ben", live: "Bob" }] },
  ]);
  expect(asked).toEqual(["/cities", "/cities/c/sites", "/cities/c/guards"]);
});

test("an import finds what only a whole shows, in one read", async () => {
  const { asked, run } = campus({});
  const [open] = run.context.targets.values();
  if (!open) throw new Error("no target");
  const discovering = discover(
    {
      ...{ open, devices: [], named: [] },
      ...{ isLookedFor: ({ name: kind }) => kind === "guard", isListed: () => false, isEntered: () => true },
    },
    new AbortController().signal,
  );
  const { found } = await run.clock.run(discovering);
  const guards = found.filter(({ kind }) => kind.name === "guard");
  expect(guards.map(({ item }) => item.value)).toEqual([{ name: "Ann" }, { name: "Bob" }]);
  expect(asked).toEqual(["/cities", "/cities/c/sites", "/cities/c/guards"]);
});
