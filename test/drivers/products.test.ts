/**
 * Products that are catalogs. They are listed among the dialects of their interface, and are read only if a target
 * names them.
 */

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Catalog, CatalogSource } from "../../src/catalog/schema/kind.ts";
import type { Dialect, Driver, Kind } from "../../src/drivers/contract/contract.ts";
import { driversWith } from "../../src/drivers/index.ts";
import { restEngine } from "../../src/drivers/rest/engine.ts";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { productSchemas, schemas } from "../../src/load/schemas.ts";
import type { Json } from "../../src/model/json.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

const catalog = (product: string): Catalog => ({
  product: {
    product,
    title: product,
    interface: "dashboard",
    basePath: "",
    authentication: { by: "basic" },
    limits: { requestsPerSecond: 1, concurrency: 1 },
    replies: [{ status: "2xx", means: "accepted" }],
    checks: ["shop"],
  },
  kinds: [],
});

const shop: Kind = {
  name: "shop",
  title: "shop",
  place: { within: "file", section: "shops" },
  schema: z.strictObject({ door: z.string().optional() }),
  secrets: [],
  collection: { name: "shops", scopeKeys: [], absence: "list" },
  canonical: (value) => value,
  identity: ({ key }) => key,
};

/** Returns drivers with two products, and the names of the products whose catalogs were read. */
function withTwo() {
  const read: string[] = [];
  const source: CatalogSource = {
    names: [
      ...["corner", "mall"].map((product) => ({ product, interface: "dashboard" as const })),
      { product: "dashboard", interface: "dashboard", dialect: "neutral" },
    ],
    read: (product) => {
      if (product === "dashboard") return catalogsIn().read(product);
      read.push(product);
      return catalog(product);
    },
  };
  const drivers = driversWith(source, {
    compile: (of, settings): Dialect => {
      if (of.product.dialect === "neutral") return restEngine().compile(of, settings);
      return compiled(of.product.product, settings);
    },
    open: () => {
      throw new Error("nothing is opened here");
    },
  });
  return { drivers, read };
}

const compiled = (name: string, settings: Json | undefined): Dialect => ({
  name,
  kinds: [shop],
  instead: {
    settings: z.strictObject({ floor: z.int().optional().describe("The floor.") }),
    credential: z.strictObject({ badge: z.strictObject({ secret: z.string() }) }),
    fileFields: [],
  },
  operations: { shop: { read: "shown", create: "shown", update: "none", remove: "none" } },
  limits: { requestsPerSecond: 1, concurrency: 1 },
  replies: [],
  reasons: { settings: { update: JSON.stringify(settings ?? null) } },
});

const target = (dialect: string, more = "") => `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: ${dialect}
    url: https://api.example.net
${more}`;

const badge = "    credential: { badge: { secret: env:BADGE } }\n";

function loaded(text: string, drivers: readonly Driver[], files = "") {
  const { project, problems } = loadProject({ file: { path: "trueup.yaml", text }, folder: "/p", drivers });
  const found = project && load({ project, files: [{ path: "a.yaml", text: files }], drivers });
  return {
    project,
    resources: [...(found?.desired.resources.keys() ?? [])],
    problems: [...problems, ...(found?.problems ?? [])].map(
      ({ at, message, hint }) => `${at?.line}: ${message} ${hint ?? ""}`,
    ),
  };
}

describe("a product", () => {
  test("that a target names is read once, and the other is not", () => {
    const { drivers, read } = withTwo();
    expect(read).toEqual([]);
    const { problems, resources } = loaded(
      target("corner", badge),
      drivers,
      "target: cloud\nshops: { a: {} }\n",
    );
    expect(problems).toEqual([]);
    expect(resources).toEqual(["cloud/shop/a"]);
    expect(read).toEqual(["corner"]);
  });

  test("is not read for a project that names none, whatever is wrong in it", () => {
    const { drivers, read } = withTwo();
    const own = "    credential: { apiKey: { secret: env:KEY } }\n";
    const { problems } = loaded(target("neutral", own), drivers, "target: cloud\nshops: {}\n");
    expect(problems).toContainEqual(expect.stringContaining("`shops`"));
    expect(loaded(target("mal", own), drivers).problems).toEqual([
      "6: `dialect` must be `corner`, `mall` or `neutral` Did you mean `mall`?",
    ]);
    expect(read).toEqual([]);
  });

  test("takes its own settings and credentials, and says so", () => {
    const { drivers } = withTwo();
    const { project } = loaded(target("mall", `${badge}    settings: { floor: 2 }\n`), drivers);
    expect(project?.targets.get("cloud")?.settings).toEqual({ floor: 2 });
    const dashboard = drivers.find((driver) => driver.interface === "dashboard");
    expect(dashboard?.dialect("mall", { floor: 2 }).reasons?.settings?.update).toBe('{"floor":2}');
    const own = "    credential: { apiKey: { secret: env:KEY } }\n    settings: { basePath: /api }\n";
    expect(loaded(target("mall", own), drivers).problems).toEqual([
      "8: `credential` needs `badge` It takes { badge: { secret: env:NAME } }.",
      "8: `credential` has no field `apiKey` It takes { badge: { secret: env:NAME } }.",
      "9: `settings` has no field `basePath` Known: floor.",
    ]);
  });

  test("has a schema for editors, with its own sections and no others", () => {
    const { drivers, read } = withTwo();
    const made = productSchemas(drivers);
    expect(Object.keys(made)).toEqual(["products/corner.json", "products/mall.json"]);
    const takes = new Ajv({ strict: false, logger: false }).compile(made["products/mall.json"] ?? {});
    expect(takes({ target: "cloud", shops: { a: { door: "front" } } })).toBe(true);
    expect(takes({ target: "cloud", shops: { a: { window: "front" } } })).toBe(false);
    expect(takes({ target: "cloud", networks: {} })).toBe(false);
    expect(read).toEqual(["corner", "mall"]);
  });

  test("is not read for the schema of all other files", () => {
    const { drivers, read } = withTwo();
    expect(JSON.stringify(schemas(drivers)["desired-state.json"])).not.toContain("shops");
    expect(read).toEqual(["corner", "mall"]);
  });

  test("has a form of its own in the schema that editors have", () => {
    const { drivers } = withTwo();
    const takes = new Ajv({ strict: false, logger: false }).compile(schemas(drivers)["trueup.json"]);
    const project = (of: object) => ({
      version: 1,
      environment: "test",
      targets: { cloud: { interface: "dashboard", url: "https://api.example.net", ...of } },
    });
    const credential = { badge: { secret: "env:BADGE" } };
    expect(takes(project({ dialect: "mall", credential, settings: { floor: 1 } }))).toBe(true);
    expect(takes(project({ dialect: "mall", credential, settings: { basePath: "/api" } }))).toBe(false);
    expect(takes(project({ credential: { apiKey: { secret: "env:KEY" } } }))).toBe(true);
    expect(takes(project({ credential }))).toBe(false);
  });
});
