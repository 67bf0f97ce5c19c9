/** The bundle's chunks in a single executable: each is compiled on demand, with V8's code cache. */

import { createRequire } from "node:module";
import { Script } from "node:vm";

/** Where chunks come from. */
interface ChunkSource {
  /** The text of a chunk, by its path in the bundle. */
  readonly text: (path: string) => string;
  /** The code cache of a chunk; undefined if there is none. V8 checks whether the cache fits the chunk. */
  readonly kept?: (path: string) => Buffer | undefined;
  /** Called for each compiled chunk. */
  readonly onCompiled?: (path: string, script: Script) => void;
}

/** Runs a chunk, and the chunks that it requires, once; returns its exports. */
export type RunChunk = (path: string) => unknown;

/** Opens a bundle without reading anything yet. */
export function openChunks({ text, kept, onCompiled }: ChunkSource): RunChunk {
  const known = new Map<string, { exports: unknown }>();
  const builtin = createRequire(process.execPath);
  const run = (path: string) => {
    const there = known.get(path);
    if (there) return there.exports;
    const module = { exports: {} };
    known.set(path, module);
    // The code cache only fits the same text, so these two lines must be the same as when the cache was made.
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${text(path)}\n})`,
      {
        filename: `trueup:${path}`,
        cachedData: kept?.(path),
      },
    );
    onCompiled?.(path, script);
    const required = (name: string) =>
      name.startsWith(".") ? run(new URL(name, new URL(path, "trueup:/")).pathname.slice(1)) : builtin(name);
    script.runInThisContext()(module.exports, required, module, process.execPath, process.execPath);
    return module.exports;
  };
  return run;
}
