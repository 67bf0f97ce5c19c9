/** The bundle: the command and the library with all they need, in chunks that are loaded when they are needed. */

import { defineConfig } from "rolldown";
import { builtins } from "./scripts/builtins.ts";
import { catalogs } from "./scripts/catalogs.ts";
import { chunksByUse } from "./scripts/chunks.ts";
import { lateModules } from "./scripts/late-modules.ts";
import { lazySchemas } from "./scripts/lazy-schemas.ts";
import { licenses } from "./scripts/licenses.ts";
import { unusedParts } from "./scripts/unused-parts.ts";

/** What ssh2 can do faster with native parts it does without them too: there is nothing to compile where it is installed. */
const withoutNativeParts = {
  name: "without-native-parts",
  resolveId: (source: string) => (/\.node$|^cpu-features$/.test(source) ? { id: "\0native" } : null),
  load: (id: string) => (id === "\0native" ? "throw new Error('no native part');" : null),
};

/** What node runs, what the server's thread runs, and what others import. */
export const entries = {
  main: "src/cli/main.ts",
  engine: "src/serve/runner/thread/engine-thread.ts",
  index: "src/index.ts",
};

const byUse = chunksByUse();

/** In their order. */
export const plugins = [
  withoutNativeParts,
  unusedParts(),
  lateModules(),
  lazySchemas(),
  byUse.plugin,
  licenses(),
  catalogs(),
  builtins(),
];

export default defineConfig({
  input: entries,
  platform: "node",
  // Chunks export to each other what they need; `index.js` exports what it did.
  preserveEntrySignatures: "allow-extension",
  transform: {
    target: "node22",
    // What CommonJS packages call their folder: ssh2 asks for it as soon as it is loaded.
    define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" },
  },
  plugins,
  output: {
    dir: "dist",
    cleanDir: true,
    codeSplitting: { includeDependenciesRecursively: false, groups: byUse.groups },
    chunkFileNames: "chunks/[name]-[hash].js",
    // Names and lines stay, so that a stack trace in a report can be read; comments and dead code go.
    minify: "dce-only",
    comments: false,
  },
});
