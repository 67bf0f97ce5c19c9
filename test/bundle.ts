/** Builds the bundle once for all tests that run the command: what people install, and half the time of the sources. */

import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import type { TestProject } from "vitest/node";
import config, { entries } from "../rolldown.config.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What node runs as `trueup`, absolute. */
    readonly command: string;
    /** What runs a command line in the process that imports it, absolute: exports `openCommandLine`. */
    readonly commandLine: string;
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** With `TRUEUP_TEST=sources` the sources of the checkout are run as they are, and nothing is built. */
export async function setup(project: TestProject): Promise<void> {
  const fromSources = process.env.TRUEUP_TEST === "sources";
  if (!fromSources) {
    const input = { ...entries, "command-line": "src/cli/program/command-line.ts" };
    await build({ ...config, cwd: here(".."), input, output: { ...config.output, dir: "dist-test" } });
  }
  project.provide("command", here(fromSources ? "../bin/trueup.js" : "../dist-test/main.js"));
  const commandLine = fromSources ? "../src/cli/program/command-line.ts" : "../dist-test/command-line.js";
  project.provide("commandLine", here(commandLine));
}
