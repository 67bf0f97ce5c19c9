import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";

const root = new URL("../../../catalogs/", import.meta.url);
const written = (path: string): unknown => parse(readFileSync(new URL(path, root), "utf8"));

describe.each(readdirSync(root))("the catalog %s", (product) => {
  const kinds = readdirSync(new URL(product, root)).filter(
    (name) => name.endsWith(".yaml") && name !== "product.yaml",
  );

  it("has a product file by that name", () => {
    expect(productFile.parse(written(`${product}/product.yaml`)).product).toBe(product);
  });

  it.each(kinds)("has the words for %s, which is called like its kind", (file) => {
    expect(`${kindFile.parse(written(`${product}/${file}`)).kind}.yaml`).toBe(file);
  });

  it("refuses a word that nobody knows", () => {
    const [first = ""] = kinds;
    const value = written(`${product}/${first}`);
    expect(kindFile.safeParse({ ...(value as object), colour: "red" }).success).toBe(false);
  });
});
