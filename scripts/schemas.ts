/** Writes the JSON Schemas for editors to `schemas/`; with `--check`, fails if they are stale. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { documentSchemas, productSchemas, schemas } from "../src/load/schemas.ts";
import { drivers } from "../src/project/drivers.ts";
import { sourcesSchema } from "../src/pull/sources-schema.ts";
import { serveFileSchema } from "../src/serve/config/serve-schema.ts";
import { draft, jsonSchema } from "../src/yaml/json-schema.ts";
import { catalogSchema, mappingSchema } from "./catalog/editor-schemas.ts";

const folder = new URL("../schemas/", import.meta.url);
const check = process.argv.includes("--check");
const own = {
  ...schemas(drivers),
  ...documentSchemas(),
  "serve.json": { $schema: draft, title: "serve.yaml", ...jsonSchema(serveFileSchema) },
  "sources.json": { $schema: draft, title: "sources.yaml", ...jsonSchema(sourcesSchema) },
  "catalog.json": catalogSchema(),
  "mapping.json": mappingSchema(),
};
const products = productSchemas(drivers);
await mkdir(new URL("products/", folder), { recursive: true });
const texts = [
  ...Object.entries(own).map(([name, schema]) => [name, `${JSON.stringify(schema, null, 2)}\n`] as const),
  ...Object.entries(products).map(([name, schema]) => [name, compact(schema)] as const),
];
for (const [name, text] of texts) {
  const file = new URL(name, folder);
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`schemas/${name} is stale: run \`npm run schemas\`\n`);
    process.exitCode = 1;
  }
}

/**
 * The JSON with one entry per line. A product has hundreds of entries, and the file would otherwise have a hundred
 * thousand lines.
 */
function compact(schema: object): string {
  const member = ([name, value]: readonly [string, unknown]) =>
    `${JSON.stringify(name)}: ${typeof value === "object" && value !== null ? inner(value) : JSON.stringify(value)}`;
  const inner = (value: object) => {
    const lines = Object.entries(value).map(
      ([name, each]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(each)}`,
    );
    return Array.isArray(value) ? JSON.stringify(value) : `{${lines.join(",")}\n  }`;
  };
  return `{\n  ${Object.entries(schema).map(member).join(",\n  ")}\n}\n`;
}
