/** The description of kinds. It has every key that is needed to declare a resource, and its examples are valid YAML. */

import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { kindsPage, productsTable } from "../../../scripts/kinds-pages.ts";
import type { KindFile } from "../../../src/catalog/schema/kind.ts";
import type { ProductFile } from "../../../src/catalog/schema/product.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { productFacts } from "../../../src/report/kinds/facts.ts";

const product: ProductFile = {
  product: "shop",
  title: "Shop",
  interface: "dashboard",
  basePath: "",
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 1, concurrency: 1 },
  replies: [{ status: "2xx", means: "accepted" }],
  checks: ["site"],
};

const site: KindFile = {
  kind: "site",
  title: "site",
  section: "sites",
  form: "collection",
  list: "/sites",
  create: "POST /sites",
  remove: { none: "sites are closed by hand" },
  fields: {
    name: { type: "string" },
    on: { type: "boolean" },
    guard: { type: "string", refersTo: "guard" },
    key: { type: "string", secret: "hidden" },
    made: { type: "string", access: "readOnly" },
    hours: {
      type: "array",
      items: { type: "object", properties: { from: { type: "integer", minimum: 8 } }, required: ["from"] },
    },
  },
  required: ["name", "key"],
  source: "by heart",
  verified: "tried",
};

const door: KindFile = {
  kind: "door",
  title: "door",
  section: "front.door",
  in: "site",
  form: "singleton",
  item: "/sites/{site}/door",
  update: "PUT /sites/{site}/door",
  fields: { mode: { type: "string", enum: ["no", "yes"], default: "no" } },
  source: "by heart",
  verified: "assumed",
};

const facts = productFacts({ product, kinds: [door, site] });

describe("a kind", () => {
  test("stands behind the keys of what it is in", () => {
    expect(facts.kinds.map(({ section }) => section)).toEqual(["sites.*", "sites.*.front.door"]);
  });

  test("can be what has an operation; what has none has a reason", () => {
    expect(facts.kinds[0]).toMatchObject({
      operations: ["read", "create"],
      reasons: { remove: "sites are closed by hand" },
    });
  });

  test("has the fields that people may write, those in lists and maps too", () => {
    const names = facts.kinds[0]?.fields.map(({ name }) => name);
    expect(names).toEqual(["name", "on", "guard", "key", "hours", "hours[].from"]);
    expect(facts.kinds[0]?.fields.at(-1)).toMatchObject({ type: "whole number, at least 8", required: true });
  });

  test("has an example with what it needs, and with what stands around it", () => {
    expect(parse(facts.kinds[0]?.example ?? "")).toEqual({
      sites: {
        example: { name: "Example", key: { secret: "env:EXAMPLE_SECRET" }, on: true, hours: [{ from: 8 }] },
      },
    });
    expect(parse(facts.kinds[1]?.example ?? "")).toEqual({
      sites: {
        example: {
          name: "Example",
          key: { secret: "env:EXAMPLE_SECRET" },
          front: { door: { mode: "no" } },
        },
      },
    });
  });
});

describe("the documentation", () => {
  test("has a part for each kind, and says how it is known", () => {
    const page = kindsPage(facts);
    expect(page).toContain("| [door](#door) | door | `sites.*.front.door` | read, update | assumed |");
    expect(page).toContain("- No remove: sites are closed by hand.");
    expect(page).toContain("| `key` | text | required; a secret: only a reference can be declared |");
  });

  test("counts kinds by how they were verified", () => {
    expect(productsTable([facts]).split("\n").at(-1)).toBe(
      "| [shop](kinds/shop.md) | dashboard | 2 | 1 | 0 | 0 | 1 |",
    );
  });
});

test("every kind of every catalog has an example that is YAML", () => {
  const { names, read } = catalogsIn();
  const kinds = names.flatMap((each) => productFacts(read(each.product)).kinds);
  expect(kinds.length).toBeGreaterThan(4);
  for (const { example } of kinds) expect(Object.keys(parse(example))).toHaveLength(1);
});
