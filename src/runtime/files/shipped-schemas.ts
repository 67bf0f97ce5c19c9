/** The schemas for editors that come with this program: in a package and in a checkout in the folder `schemas`. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The text of a schema, such as `trueup.json`; undefined where it did not come along. */
export async function shippedSchema(name: string): Promise<string | undefined> {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  )
    if (existsSync(join(folder, "package.json")))
      return readFile(join(folder, "schemas", name), "utf8").catch(() => undefined);
  return undefined;
}
