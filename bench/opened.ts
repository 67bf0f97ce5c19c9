/** The example company, opened against a simulator on free ports: with the real wire and the real pace. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExample } from "../src/cli/commands/demo/demo.ts";
import { exampleCredentials } from "../src/cli/commands/demo/demo-scenes.ts";
import { type OpenedProject, openContext } from "../src/engine/open.ts";
import { readProject } from "../src/project/read.ts";
import { type RunningSimulator, serve } from "../src/simulator/serve.ts";

/** An opened project whose requests go to a simulator. */
export interface Opened {
  readonly context: OpenedProject;
  readonly served: RunningSimulator;
  readonly close: () => Promise<void>;
}

/** Serves the built-in company, and opens this repository's project against it. */
export async function opened(): Promise<Opened> {
  const served = await serve();
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await writeExample(folder, served);
  const { read, problems } = await readProject(folder);
  if (!read) throw new Error(JSON.stringify(problems));
  const log = { level: "silent", format: "json" } as const;
  const { context, problems: faults } = await openContext(read, {
    env: exampleCredentials,
    log,
    secrets: "needed",
  });
  if (!context) throw new Error(JSON.stringify(faults));
  const close = async () => {
    await context.close();
    await served.close();
    await rm(folder, { recursive: true });
  };
  return { context, served, close };
}
