/** Writes the JSON Schemas for editors into `schemas/`; with `--check`, fails when they are stale. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { catalogSchema } from "../src/load/catalog/catalog-schema.ts";
import { productSchemas, schemas } from "../src/load/schemas.ts";
import { drivers } from "../src/project/drivers.ts";

const folder = new URL("../schemas/", import.meta.url);
const check = process.argv.includes("--check");
const all = { ...schemas(drivers), ...productSchemas(drivers), "catalog.json": catalogSchema() };
await mkdir(new URL("products/", folder), { recursive: true });
for (const [name, schema] of Object.entries(all)) {
  const file = new URL(name, folder);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`schemas/${name} is stale: run \`npm run schemas\`\n`);
    process.exitCode = 1;
  }
}
