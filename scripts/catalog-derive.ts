/**
 * Derives the catalogs of products from the facts in `catalogs/NAME/facts/` and their overlay. With `--write` it
 * writes them to `catalogs/NAME/`. Otherwise it prints the changes, and exits with 1 if there are any. Without
 * `--product` it derives all products with facts. `--check` only prints faults in derived files and facts, and
 * what to do about them.
 *
 * npm run catalog:derive -- [--product NAME] [--write]
 * npm run catalog:derive -- --check
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultsOfCatalogs, foldersWithFacts } from "./catalog/check.ts";
import { deriveFolder } from "./catalog/folder.ts";

const { values } = parseArgs({
  options: {
    product: { type: "string" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const { product, write, check } = values;
if (check && (write || product !== undefined))
  throw new Error("--check looks at all products, and writes nothing");
if (check) {
  const faults = faultsOfCatalogs();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  const folders = product === undefined ? foldersWithFacts("catalogs") : [join("catalogs", product)];
  for (const folder of folders) {
    const { text, deviations } = deriveFolder(folder, { write });
    process.stdout.write(product === undefined ? `# ${folder}\n${text}\n` : text);
    if (deviations.length > 0 && !write) process.exitCode = 1;
  }
}
