/** The chunks of the bundle: modules that every run loads, and modules that every run on a project loads. */

import { resolve } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Named chunks, each with the module that imports its whole content. A module belongs to the first chunk that has
 * it.
 */
const roots: Readonly<Record<string, string>> = {
  start: "src/cli/main.ts",
  project: "src/cli/commands/validate.ts",
};

/**
 * A chunk costs about half a millisecond at a start, whatever its size: many small chunks, one per set of
 * shared modules, would cost more than they save.
 */
export function chunksByUse() {
  const chunks = new Map<string, string>();
  const plugin: Plugin = {
    name: "chunks-by-use",
    buildEnd() {
      const put = (id: string, chunk: string): void => {
        if (chunks.has(id)) return;
        chunks.set(id, chunk);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) put(next, chunk);
      };
      // An entry point with side effects stays separate, because the library and others load these chunks too.
      for (const [chunk, path] of Object.entries(roots))
        for (const next of this.getModuleInfo(resolve(path))?.importedIds ?? []) put(next, chunk);
    },
  };
  const groups = Object.keys(roots).map((name) => ({ name, test: (id: string) => chunks.get(id) === name }));
  return { plugin, groups };
}
