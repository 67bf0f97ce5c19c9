/** The folder of a catalog, as a user has named it: where it is, its product, and where editors find its words. */

import { basename, dirname, relative, resolve, sep } from "node:path";
import { BadFile } from "../../described.ts";

/** The folder that the catalog's stands in, and the way from there, as problems say it. */
export function catalogPlace(cwd: string, folder: string): readonly [root: string, folder: string] {
  const path = resolve(cwd, folder);
  const inside = relative(cwd, path).split(sep).join("/");
  return inside === "" || inside.startsWith("..") ? [dirname(path), basename(path)] : [cwd, inside];
}

/** The product that a folder is called like. Throws `BadFile` for a name that no product has. */
export function productOfFolder(path: string): string {
  const product = basename(path);
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(product))
    throw new BadFile(`Name the folder like the product, in lower case: ${product} is not such a name.`);
  return product;
}

/** Where editors find the words, in a project that has trueup installed. */
export function catalogSchemaLine(folder: string, cwd: string): string {
  const up = relative(folder, cwd).split(sep).join("/") || ".";
  return `# yaml-language-server: $schema=${up}/node_modules/trueup/schemas/catalog.json\n`;
}
