/** Puts the catalogs of all products into the bundle, compiled: one compact JSON file each, and a list of them. */

import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { catalogsIn } from "../src/project/catalogs.ts";

const path = fileURLToPath(new URL("../catalogs", import.meta.url));

/** Writes `catalogs/<product>.json` and `catalogs/index.json`. A catalog with a fault ends the build. */
export function catalogs(): Plugin {
  return {
    name: "catalogs",
    generateBundle() {
      const { names, read } = catalogsIn({ path, compiled: false });
      const put = (name: string, value: unknown) =>
        this.emitFile({ type: "asset", fileName: `catalogs/${name}.json`, source: JSON.stringify(value) });
      put("index", names);
      for (const { product } of names) put(product, read(product));
    },
  };
}
