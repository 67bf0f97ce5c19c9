/**
 * Builds the bundle once for all tests that run the command. Tests use the bundle because people install it, and
 * because it takes half as long as the sources.
 */

import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import type { TestProject } from "vitest/node";
import config, { entries } from "../rolldown.config.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The absolute path of the file that node runs as `trueup`. */
    readonly command: string;
    /**
     * The absolute path of the module that exports `openCommandLine`, which runs a command line in the importing
     * process.
     */
    readonly commandLine: string;
    /**
     * The absolute path of the module that reads a project and reports its problems, built from
     * `test/security/measured.ts`.
     */
    readonly measured: string;
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ofTests = {
  "command-line": "src/cli/program/command-line.ts",
  measured: "test/security/measured.ts",
} as const;

/** Builds into a folder of the checkout. Returns the absolute path of the file that node runs as `trueup`. */
export async function bundle(
  dir: string,
  input: Readonly<Record<string, string>> = entries,
): Promise<string> {
  await build({ ...config, cwd: here(".."), input, output: { ...config.output, dir } });
  return here(`../${dir}/main.js`);
}

/**
 * Builds the bundle, and provides its paths to all tests. With `TRUEUP_TEST=sources`, the sources of the checkout run
 * directly, and nothing is built.
 */
export async function setup(project: TestProject): Promise<void> {
  const fromSources = process.env.TRUEUP_TEST === "sources";
  if (!fromSources) await bundle("dist-test", { ...entries, ...ofTests });
  const built = (name: "main" | keyof typeof ofTests, source: string) =>
    here(fromSources ? `../${source}` : `../dist-test/${name}.js`);
  project.provide("command", built("main", "bin/trueup.js"));
  project.provide("commandLine", built("command-line", ofTests["command-line"]));
  project.provide("measured", built("measured", ofTests.measured));
}
