/**
 * Puts the catalogs of all products, and the mappings of devices, into the bundle: one compact JSON file
 * each, and a list of them.
 */

import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { catalogsIn } from "../src/project/catalogs.ts";
import { builtInData, builtInMappings } from "../src/project/mappings.ts";

const path = fileURLToPath(new URL("../catalogs", import.meta.url));

const mappings = fileURLToPath(new URL("../mappings", import.meta.url));

/**
 * Writes `catalogs/<product>.json` and `catalogs/index.json`, and the same for mappings. A faulty catalog
 * fails the build.
 */
export function catalogs(): Plugin {
  return {
    name: "catalogs",
    generateBundle() {
      const { names, read } = catalogsIn({ path, compiled: false });
      const put = (name: string, value: unknown) =>
        this.emitFile({ type: "asset", fileName: `catalogs/${name}.json`, source: JSON.stringify(value) });
      put("index", names);
      for (const { product } of names) put(product, read(product));
      const own = (name: string, value: unknown) =>
        this.emitFile({ type: "asset", fileName: `mappings/${name}.json`, source: JSON.stringify(value) });
      own("index", builtInMappings);
      for (const name of builtInMappings) own(name, builtInData({ path: mappings, compiled: false }, name));
    },
  };
}
