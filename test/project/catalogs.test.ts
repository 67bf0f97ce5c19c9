/** The built-in catalogs. The compiled catalogs equal those of the checkout, and all are valid. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, describe, expect, test } from "vitest";
import { catalogs } from "../../scripts/catalogs.ts";
import { loadCatalog } from "../../src/catalog/load/catalog.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { catalogTexts } from "../../src/runtime/files/catalog-files.ts";

const root = join(import.meta.dirname, "../../catalogs");
const dir = mkdtempSync(join(tmpdir(), "trueup-catalogs-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("every catalog of this program", () => {
  test.each(readdirSync(root))("is in order: %s", (product) => {
    const { catalog, problems } = loadCatalog(catalogTexts({ path: root, compiled: false }, product));
    expect(problems).toEqual([]);
    expect(catalog?.product.product).toBe(product);
  });
});

describe("the catalogs of a package", () => {
  test("hold what those of the checkout hold, in one file each", async () => {
    const input = { empty: "\0empty" };
    const empty = {
      name: "empty",
      resolveId: (id: string) => (id === input.empty ? id : null),
      load: () => "export {};",
    };
    await build({ input, plugins: [empty, catalogs()], output: { dir } });
    const own = catalogsIn({ path: root, compiled: false });
    const packed = catalogsIn({ path: join(dir, "catalogs"), compiled: true });
    expect(packed.names).toEqual(own.names);
    expect(packed.names).toContainEqual(
      expect.objectContaining({ product: "meraki", interface: "dashboard" }),
    );
    for (const { product } of own.names) expect(packed.read(product)).toEqual(own.read(product));
  });
});

test("a catalog with a fault says where it is, and there is none", () => {
  mkdirSync(join(dir, "own/shop"), { recursive: true });
  writeFileSync(join(dir, "own/shop/product.yaml"), "product: shop\ninterface: dashboard\ntitle: 5\n");
  const { names, read } = catalogsIn({ path: join(dir, "own"), compiled: false });
  expect(names).toEqual([{ product: "shop", interface: "dashboard" }]);
  expect(() => read("shop")).toThrow(/^catalogs\/shop\/product\.yaml:\d+:\d+: /);
});
