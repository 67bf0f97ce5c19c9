/** What one run of a command costs, as a whole process: told by the process itself when it ends. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a process took. */
export interface ProcessCost {
  /** Of the processor, user and system, all threads together, from the start of the process to its end. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** MiB, the whole process at its largest. */
  readonly peakMegabytes: number;
  /** What it printed, both streams. */
  readonly said: string;
  readonly status: number;
}

/** Runs in the measured process before the command does. */
const measuring = `
import { readFileSync, writeFileSync } from "node:fs";
// maxRSS of a process that was just begun counts what its parent has held; the system's own high-water mark does not.
const peak = () => {
  try { return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]); }
  catch { return process.resourceUsage().maxRSS; }
};
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuSeconds: (user + system) / 1e6, peakMegabytes: Math.round(peak() / 1024) };
  writeFileSync(process.env.COST_FILE, JSON.stringify(cost));
});`;

/** Runs `node ARGS` in a folder, with these variables and PATH alone. */
export async function measuredProcess(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<ProcessCost> {
  const own = await mkdtemp(join(tmpdir(), "trueup-cost-"));
  const costFile = join(own, "cost.json");
  const { PATH = "", HOME = "" } = process.env;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(measuring)}`];
  const begun = performance.now();
  const options = { cwd, env: { PATH, HOME, ...env, COST_FILE: costFile }, maxBuffer: 256 * 1024 * 1024 };
  try {
    const ended = await run(process.execPath, [...preload, ...args], options)
      .then((done) => ({ ...done, code: 0 }))
      .catch((failed: { stdout: string; stderr: string; code: number }) => failed);
    const wallSeconds = (performance.now() - begun) / 1000;
    const cost = JSON.parse(await readFile(costFile, "utf8"));
    return { ...cost, wallSeconds, said: ended.stdout + ended.stderr, status: ended.code };
  } finally {
    await rm(own, { recursive: true });
  }
}
