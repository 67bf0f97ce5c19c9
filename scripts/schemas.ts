/** Writes the JSON Schemas for editors into `schemas/`; with `--check`, fails when they are stale. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { drivers } from "../src/drivers/index.ts";
import { schemas } from "../src/load/schemas.ts";

const folder = new URL("../schemas/", import.meta.url);
const check = process.argv.includes("--check");
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemas(drivers))) {
  const file = new URL(name, folder);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`schemas/${name} is stale: run \`npm run schemas\`\n`);
    process.exitCode = 1;
  }
}
