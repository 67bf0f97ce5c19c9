/** The bundle: the command and the library with all they need, in chunks that are loaded when they are needed. */

import { defineConfig } from "rolldown";
import { licenses } from "./scripts/licenses.ts";

export default defineConfig({
  input: { main: "src/cli/main.ts", index: "src/index.ts" },
  platform: "node",
  transform: { target: "node22" },
  plugins: [licenses()],
  output: {
    dir: "dist",
    cleanDir: true,
    chunkFileNames: "chunks/[name]-[hash].js",
    // Names and lines stay, so that a stack trace in a report can be read; comments and dead code go.
    minify: "dce-only",
    comments: false,
  },
});
