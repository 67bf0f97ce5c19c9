/** Builds the bundle once for all tests that start the command: what people install, and half the time of the sources. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** What node runs as `trueup`, absolute. */
    readonly command: string;
  }
}

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const rolldown = fileURLToPath(new URL("../node_modules/rolldown/bin/cli.mjs", import.meta.url));

/** With `TRUEUP_TEST=sources` the sources of the checkout are run as they are, and nothing is built. */
export async function setup(project: TestProject): Promise<void> {
  const fromSources = process.env.TRUEUP_TEST === "sources";
  if (!fromSources) await run(process.execPath, [rolldown, "-c", "-d", "dist-test"], { cwd: root });
  const file = fromSources ? "../bin/trueup.js" : "../dist-test/main.js";
  project.provide("command", fileURLToPath(new URL(file, import.meta.url)));
}
