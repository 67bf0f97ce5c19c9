/**
 * Divides the bundle into three chunks: the modules that every run loads, the further modules that every run on a
 * project loads, and the rest.
 */

import { resolve } from "node:path";
import type { Plugin } from "rolldown";

/**
 * The chunks by name, each with its root module. A chunk contains everything that the root module imports, directly or
 * indirectly. A module that belongs to both chunks is only in the first one.
 */
const roots: Readonly<Record<string, string>> = {
  start: "src/cli/main.ts",
  project: "src/cli/commands/validate.ts",
};

/**
 * Puts modules into these few chunks. At a start, each chunk costs about half a millisecond, whatever its size. Many
 * small chunks would cost more than they save.
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
      // The root module itself is left out: it has side effects, and the library and other entry points load the chunk
      // too.
      for (const [chunk, path] of Object.entries(roots))
        for (const next of this.getModuleInfo(resolve(path))?.importedIds ?? []) put(next, chunk);
    },
  };
  const groups = Object.keys(roots).map((name) => ({ name, test: (id: string) => chunks.get(id) === name }));
  return { plugin, groups };
}
