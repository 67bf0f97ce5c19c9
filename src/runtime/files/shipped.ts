/** The files that come with this program: schemas for editors, workflows. In a package and in a checkout alike. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package or the checkout that this program runs from; undefined where it stands alone. */
export function packageFolder(): string | undefined {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  )
    if (existsSync(join(folder, "package.json"))) return folder;
  return undefined;
}

/** The text of a file, such as `schemas/trueup.json`; undefined where it did not come along. */
export async function shippedText(path: string): Promise<string | undefined> {
  const folder = packageFolder();
  return folder && readFile(join(folder, path), "utf8").catch(() => undefined);
}
