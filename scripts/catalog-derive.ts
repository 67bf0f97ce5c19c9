/**
 * Derives a product's catalog from an OpenAPI description and the overlay that lies over it. With `--write` into
 * `catalogs/`; else it says what would change. `--facts FILE` first writes what another client knows into the overlay;
 * without a description it is the source of all kinds.
 *
 *     npm run catalog:derive -- --product NAME --openapi FILE [--overlay DIR] [--facts FILE] [--write]
 *     npm run catalog:derive -- --product NAME --facts FILE [--overlay DIR] [--write]
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { deriveFolder } from "./catalog/folder.ts";

const { values } = parseArgs({
  options: {
    product: { type: "string" },
    openapi: { type: "string" },
    overlay: { type: "string" },
    facts: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const { product, openapi, ...others } = values;
if (product === undefined || (openapi ?? values.facts) === undefined)
  throw new Error("--product NAME, and --openapi FILE or --facts FILE, are needed");
const { text, isStale } = await deriveFolder({ folder: join("catalogs", product), openapi, ...others });
process.stdout.write(text);
process.exitCode = isStale ? 1 : 0;
