/** Which modules stand together in a chunk: those that every run loads, and those that every run on a project loads. */

import { resolve } from "node:path";
import type { Plugin } from "rolldown";

/** The chunks that have a name, by the module that imports all that is in them; what an earlier one has stays there. */
const roots: Readonly<Record<string, string>> = {
  start: "src/cli/main.ts",
  project: "src/cli/commands/validate.ts",
};

/**
 * A chunk costs a start about half a millisecond, whatever is in it: the many small ones that come of asking who shares
 * what with whom cost more than what they save.
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
      // What begins to run when it is loaded stays by itself: the library and others load these chunks too.
      for (const [chunk, path] of Object.entries(roots))
        for (const next of this.getModuleInfo(resolve(path))?.importedIds ?? []) put(next, chunk);
    },
  };
  const groups = Object.keys(roots).map((name) => ({ name, test: (id: string) => chunks.get(id) === name }));
  return { plugin, groups };
}
