/** The tests that mutants are asked of: those of their folder, which need no bundle. */

import { defineConfig } from "vitest/config";

const include = process.env.TRUEUP_MUTATED?.split(" ") ?? [];

export default defineConfig({
  test: {
    include,
    setupFiles: ["test/setup.ts"],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
