/**
 * Writes the facts from which a catalog is derived to `catalogs/NAME/facts/`, and prints the changes. The facts are
 * reduced to what derivation reads. `--show` prints the existing facts. A mapping's facts are in
 * `mappings/NAME/facts/`.
 *
 *     npm run catalog:facts -- --product NAME --openapi FILE --date DATE [--source TEXT]
 *     npm run catalog:facts -- --product NAME --client FILE [--source TEXT]
 *     npm run catalog:facts -- --product NAME --show description
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import type { Json } from "../src/model/json.ts";
import { factNames, factsIn } from "./catalog/facts-folder.ts";
import { renewFacts } from "./catalog/renewed.ts";

const { values } = parseArgs({
  options: {
    product: { type: "string" },
    openapi: { type: "string" },
    client: { type: "string" },
    source: { type: "string" },
    date: { type: "string" },
    show: { type: "string" },
  },
});
const { product, openapi, client, show, source, date } = values;
if (product === undefined) throw new Error("--product NAME is needed");
const mapping = join("mappings", product);
const folder = existsSync(mapping) ? mapping : join("catalogs", product);

/** A file as JSON or YAML. */
function read(path: string): Json {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".json") ? JSON.parse(text) : parse(text);
}

if (show !== undefined) {
  const name = factNames.find((each) => each === show);
  const facts = name && factsIn(folder, name);
  if (facts === undefined)
    throw new Error(`${folder} has no facts with the name ${show}: ${factNames.join(" or ")}`);
  process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
} else {
  if ((openapi === undefined) === (client === undefined))
    throw new Error("either --openapi FILE or --client FILE is needed");
  const file = read(openapi ?? client ?? "");
  const name = openapi === undefined ? "client" : "description";
  process.stdout.write(renewFacts({ folder, name, file, source, date }));
}
