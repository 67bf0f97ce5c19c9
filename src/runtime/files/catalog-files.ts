/**
 * Reads the files of catalogs, synchronously and on demand: compiled files beside the bundle, or YAML in a checkout.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceText } from "../../model/source.ts";
import { isExecutable } from "./embedded.ts";
import { shippedText } from "./shipped.ts";

/**
 * The place of catalogs. If `compiled`, there is one file for each catalog; otherwise there is a folder of YAML files
 * for each.
 */
export interface CatalogFolder {
  readonly path: string;
  readonly compiled: boolean;
}

/** The file that lists all compiled catalogs. It is in their folder. */
const compiledList = "index.json";

/** The folder of this program's own catalogs; undefined if there are none. */
export function catalogFolder(): CatalogFolder | undefined {
  return folderCalled("catalogs");
}

/** The folder of this program's own mappings; undefined if there are none. */
export function mappingFolder(): CatalogFolder | undefined {
  return folderCalled("mappings");
}

function folderCalled(name: string): CatalogFolder | undefined {
  if (isExecutable) return { path: `dist/${name}`, compiled: true };
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(join(path, compiledList))) return { path, compiled: true };
    if (existsSync(join(folder, "package.json")))
      return existsSync(path) ? { path, compiled: false } : undefined;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The names of the products in a folder of YAML. */
export function productFolders({ path }: CatalogFolder): readonly string[] {
  const folders = readdirSync(path, { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => name).sort();
}

/** The text of a compiled catalog. Without a product, it is the list of all compiled catalogs. */
export function compiledText({ path }: CatalogFolder, product: string | undefined): string {
  const file = join(path, product === undefined ? compiledList : `${product}.json`);
  const text = isExecutable ? shippedText(file) : readFileSync(file, "utf8");
  if (text === undefined) throw new Error(`${file} is not part of this program`);
  return text;
}

/**
 * The YAML files of a product in name order, then the product file that `settingsOf` names. Messages show their paths.
 */
export function catalogTexts({ path }: CatalogFolder, product: string): readonly SourceText[] {
  const names = readdirSync(join(path, product)).filter((name) => name.endsWith(".yaml"));
  const own = names.sort().map((name) => textOf(path, product, name));
  const file = own.find(({ path: each }) => each.endsWith("/product.yaml"))?.text ?? "";
  const from = /^settingsOf: *([\w-]+)/m.exec(file)?.[1];
  const isThere = from !== undefined && existsSync(join(path, from, "product.yaml"));
  return isThere ? [...own, textOf(path, from, "product.yaml")] : own;
}

/** The YAML files of a mapping, in name order. */
export function mappingTexts({ path }: CatalogFolder, mapping: string): readonly SourceText[] {
  const names = readdirSync(join(path, mapping)).filter((name) => name.endsWith(".yaml"));
  return names
    .sort()
    .map((name) => ({ ...textOf(path, mapping, name), path: `mappings/${mapping}/${name}` }));
}

function textOf(path: string, product: string, name: string): SourceText {
  return {
    path: `catalogs/${product}/${name}`,
    text: readFileSync(join(path, product, name), "utf8"),
  };
}

/** The text of the product's file, without its kinds' files. */
export function productText({ path }: CatalogFolder, product: string): string {
  return readFileSync(join(path, product, "product.yaml"), "utf8");
}
