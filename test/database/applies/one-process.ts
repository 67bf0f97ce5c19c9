/** One process that applies the same merges, for comparison. */

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "../../../src/simulator/serve.ts";
import { put } from "../../git/repositories.ts";
import { declaredIn, projectText, seed, settings, stateOf } from "./company.ts";
import { git } from "./processes.ts";

const run = promisify(execFile);

/** The live state after each merge, from 0 to `applies`, as `trueup apply` makes it without limits and faults. */
export async function statesOfOneProcess(
  command: string,
  applies: number,
): Promise<readonly (readonly string[])[]> {
  const served = await serve({
    seed,
    settings: { ...settings, dashboardRequestsPerSecond: 0, latencyMs: 0 },
  });
  const cwd = await mkdtemp(join(tmpdir(), "trueup-one-"));
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DASHBOARD_API_KEY: "simulated-api-key" };
  const states: (readonly string[])[] = [];
  try {
    await git(cwd, "init", "-q", "-b", "main");
    put(cwd, { "trueup.yaml": projectText(served.urls.dashboard, 1000) });
    for (let merge = 0; merge <= applies; merge += 1) {
      put(cwd, declaredIn(merge));
      await git(cwd, "add", "-A");
      await git(cwd, "commit", "-q", "-m", `merge ${merge}`);
      await run(process.execPath, [command, "apply", "--yes"], { cwd, env });
      states.push(stateOf(served.world()));
    }
    return states;
  } finally {
    await served.close();
    await rm(cwd, { recursive: true, force: true });
  }
}
