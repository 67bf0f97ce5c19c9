/** How the tests run, and what share of branches they must reach in the parts that decide. */

import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { ClosingLine } from "./scripts/closing-line.ts";
import { folderInMemory } from "./scripts/folder-in-memory.ts";
import { ProcessesFirst } from "./scripts/test-order.ts";
import { isLong, onlyLong } from "./test/long-forms.ts";

const decides = ["diff", "plan", "apply", "pace", "load"];

// Where temporary files of tests are, of this process and all that it starts.
const inMemory = folderInMemory();
if (inMemory !== undefined) process.env.TMPDIR ??= inMemory;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(isLong ? [] : onlyLong.flatMap(({ files }) => files))],
    // What was built runs as node has it, not as vitest transforms it.
    server: { deps: { external: [/\/dist-test\//] } },
    globalSetup: ["test/bundle.ts"],
    setupFiles: ["test/setup.ts"],
    // Two processes for each core, since tests wait too. Each keeps what it has imported: importing everything anew for
    // each file takes longer than the tests.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    maxWorkers: availableParallelism() * 2,
    // Only what hangs ends here: under load all takes longer, and does not fail for it.
    testTimeout: isLong ? 1_200_000 : 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", new ClosingLine()],
    coverage: {
      provider: "v8",
      // A failed test does not hide what else is too little.
      reportOnFailure: true,
      include: decides.map((folder) => `src/${folder}/**/*.ts`),
      reporter: [["text", { skipFull: true }]],
      thresholds: Object.fromEntries(decides.map((folder) => [`src/${folder}/**`, { branches: 90 }])),
    },
  },
});
