/** The built-in catalogs: which products there are, each loaded on demand. */

import { loadCatalog } from "../catalog/load/catalog.ts";
import type { Catalog, CatalogSource, ProductName } from "../catalog/schema/kind.ts";
import { productFile } from "../catalog/schema/product.ts";
import { catalogCache } from "../runtime/files/catalog-cache.ts";
import {
  type CatalogFolder,
  catalogFolder,
  catalogTexts,
  compiledText,
  productFolders,
  productText,
} from "../runtime/files/catalog-files.ts";

/**
 * Returns the catalogs in a folder. In an installed package, they are compiled. In a checkout, the YAML files are read.
 */
export function catalogsIn(folder: CatalogFolder | undefined = catalogFolder()): CatalogSource {
  let names: readonly ProductName[] | undefined;
  return {
    get names() {
      names ??= folder ? namesIn(folder) : [];
      return names;
    },
    read: (product) => {
      if (!folder) throw new Error(`there is no catalog of ${product}`);
      return folder.compiled ? compiled(folder, product) : checked(folder, product);
    },
  };
}

function namesIn(folder: CatalogFolder): readonly ProductName[] {
  // The build writes only what the loader has checked.
  if (folder.compiled) return JSON.parse(compiledText(folder, undefined));
  return productFolders(folder).flatMap((product) => {
    const text = productText(folder, product);
    const written = /^interface: *(\w+)/m.exec(text)?.[1];
    const { success, data } = productFile.shape.interface.safeParse(written);
    const own = /^dialect: *neutral\b/m.test(text) ? { dialect: "neutral" as const } : {};
    return success ? [{ product, interface: data, ...own, ...hostsIn(text) }] : [];
  });
}

/** Returns the vendor's hosts, which are on one line of the file. */
function hostsIn(text: string): Pick<ProductName, "hosts"> {
  const [, listed] = /^hosts: *\[(.*)\]/m.exec(text) ?? [];
  const hosts = listed?.split(",").map((host) => host.trim().replaceAll(/["']/g, ""));
  return hosts ? { hosts } : {};
}

function compiled(folder: CatalogFolder, product: string): Catalog {
  return JSON.parse(compiledText(folder, product));
}

function checked(folder: CatalogFolder, product: string): Catalog {
  const texts = catalogTexts(folder, product);
  const cache = catalogCache(folder, product, texts);
  const known = cache?.read();
  if (known !== undefined) return JSON.parse(known);
  const { catalog, problems } = loadCatalog(texts);
  const [first] = problems.filter(({ severity }) => severity === "error");
  if (catalog) {
    cache?.write(JSON.stringify(catalog));
    return catalog;
  }
  const where = first?.at ? `${first.at.file}:${first.at.line}:${first.at.column}: ` : "";
  throw new Error(`${where}${first?.message ?? `there is no catalog of ${product}`}`);
}
