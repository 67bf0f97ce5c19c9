/** Measures the cost of hostile answers: `trueup plan` against endless servers, each in a process of its own. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hostileAnswers } from "./hostile-servers.ts";
import { type Row, table } from "./table.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));

/** The cost of one answer. Megabytes are MiB: the peak of the whole process. */
interface HostileCost {
  /** Processor time of all threads, from the start of the process to its end. */
  readonly cpuSeconds: number;
  /** The longest processor time between two turns of the event loop. */
  readonly longestSeconds: number;
  readonly peakMegabytes: number;
}

/**
 * Code that runs in the measured process before the command. When the process ends, it prints what the process has
 * cost.
 */
const measuring = `
import { readFileSync, writeFileSync } from "node:fs";
// The maxRSS of a new process includes its parent's memory; the system's high-water mark does not.
const peak = () => {
  try { return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]); }
  catch { return process.resourceUsage().maxRSS; }
};
const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1e6; };
let [last, longest] = [used(), 0];
const look = () => { const now = used(); longest = Math.max(longest, now - last); last = now; };
setInterval(look, 5).unref();
process.on("exit", () => {
  look();
  const { user, system } = process.cpuUsage();
  const peakMegabytes = Math.round(peak() / 1024);
  const cost = { cpuSeconds: (user + system) / 1e6, longestSeconds: longest, peakMegabytes };
  writeFileSync(process.env.COST_FILE, JSON.stringify(cost));
});`;

const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "trueup-bench-compile-cache") };

/** Runs the built command against each hostile answer, and returns one row per answer. */
export async function hostile(smallest: boolean): Promise<string> {
  await run("npm", ["run", "build"], { cwd: root });
  const rows: Row[] = [];
  for (const name of Object.keys(hostileAnswers).slice(0, smallest ? 2 : undefined)) {
    const timing = `data:text/javascript,${encodeURIComponent(measuring)}`;
    const { cost } = await planAgainst<HostileCost>(name, join(root, "dist/main.js"), timing, compileCache);
    rows.push({
      answer: `\`${name}\``,
      "CPU, s": cost.cpuSeconds.toFixed(2),
      "longest stretch, s": cost.longestSeconds.toFixed(2),
      "peak, MB": cost.peakMegabytes,
    });
  }
  return table("Hostile answers: what one `trueup plan` costs", rows);
}

/**
 * Returns the cost of a plan with this answer, and its output. The built command first loads a module that measures the
 * cost.
 */
export async function planAgainst<Cost>(
  name: string,
  command: string,
  measures: string,
  more: Readonly<Record<string, string>>,
): Promise<{ readonly cost: Cost; readonly said: string }> {
  const answer = hostileAnswers[name];
  if (!answer) throw new Error(`There is no hostile answer of that name: ${name}`);
  const server = await answer.serve();
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  const costFile = join(folder, "cost.json");
  const project = `version: 1\nenvironment: bench\ntargets:\n  hostile: { ${server.target} }\n`;
  await writeFile(join(folder, "trueup.yaml"), project);
  await mkdir(join(folder, "desired-state"));
  await writeFile(join(folder, "desired-state/a.yaml"), `target: hostile\n${server.desired}`);
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    SECRET: "a-secret-of-the-benchmark",
    COST_FILE: costFile,
    ...more,
  };
  // The first option lets the heap grow by 70% at a time. The second loads the measuring module before the command.
  const flags = ["--heap-growing-percent=70", "--import", measures];
  try {
    const plan = run(process.execPath, [...flags, command, "plan"], { cwd: folder, env });
    const { stdout, stderr } = await plan.catch((failed: { stdout: string; stderr: string }) => failed);
    return { cost: JSON.parse(await readFile(costFile, "utf8")), said: stdout + stderr };
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}
