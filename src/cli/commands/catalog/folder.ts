/** The folder of a catalog that a user named: its path, its product, and the place of its schema for editors. */

import { basename, dirname, relative, resolve, sep } from "node:path";
import { BadFile } from "../../described.ts";

/**
 * A root folder, and the catalog's path relative to it, as messages show the path. The root is the current folder if
 * the catalog is below it, otherwise the catalog's parent folder.
 */
export function catalogPlace(cwd: string, folder: string): readonly [root: string, folder: string] {
  const path = resolve(cwd, folder);
  const inside = relative(cwd, path).split(sep).join("/");
  return inside === "" || inside.startsWith("..") ? [dirname(path), basename(path)] : [cwd, inside];
}

/** The name of the product, which is the name of the folder. Throws `BadFile` for a name that no product may have. */
export function productOfFolder(path: string): string {
  const product = basename(path);
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(product))
    throw new BadFile(
      `Name the folder like the product, with lower-case letters, digits and hyphens, not ${product}.`,
    );
  return product;
}

/** The schema's path for editors, in a project that has trueup installed. */
export function catalogSchemaLine(folder: string, cwd: string): string {
  const up = relative(folder, cwd).split(sep).join("/") || ".";
  return `# yaml-language-server: $schema=${up}/node_modules/trueup/schemas/catalog.json\n`;
}
