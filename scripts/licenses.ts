/** Adds the licenses of all bundled packages to the bundle, because these licenses require it. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Writes `licenses.txt`: the name, version and license text of each bundled package in the order of names, then the
 * license of Unicode's data.
 */
export function licenses(): Plugin {
  return {
    name: "licenses",
    async generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => folderOf(id) ?? []));
      const texts = [...(await Promise.all([...folders].sort().map(licenseOf))), await unicodeLicense()];
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: texts.join("\n\n") });
    },
  };
}

/** The license of the table that `scripts/unicode/confusables.ts` generates. */
async function unicodeLicense(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, "unicode/license.txt"), "utf8");
  return `Unicode data (confusables.txt)\n\n${text.trim()}\n`;
}

/** The folder of the innermost package that contains a module; undefined if the module is in no package. */
function folderOf(module: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
  const text = file === undefined ? `License: ${license}` : await readFile(join(folder, file), "utf8");
  return `${name} ${version}\n\n${text.trim()}\n`;
}
