/** Measures the cost of one run of a command, as a whole process. The process prints its cost when it ends. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The cost of a process. */
export interface ProcessCost {
  /** Processor time, user and system, of all threads, from the start of the process to its end. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** The peak of the whole process, in MiB. */
  readonly peakMegabytes: number;
  /** The output, from both streams. */
  readonly said: string;
  readonly status: number;
}

/** Runs in the measured process before the command. */
const measuring = `
import { readFileSync, writeFileSync } from "node:fs";
// The maxRSS of a new process includes its parent's memory; the system's high-water mark does not.
const peak = () => {
  try { return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]); }
  catch { return process.resourceUsage().maxRSS; }
};
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuSeconds: (user + system) / 1e6, peakMegabytes: Math.round(peak() / 1024) };
  writeFileSync(process.env.COST_FILE, JSON.stringify(cost));
});`;

/** Runs `node ARGS` in a folder, with only these variables and PATH. */
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
