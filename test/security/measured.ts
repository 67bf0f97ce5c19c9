/** Reads the project in the current folder as every command does, and says what it cost: run by `yaml.test.ts`. */

import { readFileSync } from "node:fs";
import { readProject } from "../../src/project/read.ts";

const before = process.cpuUsage();
const { problems } = await readProject(process.cwd());
const { user, system } = process.cpuUsage(before);
const said = problems.slice(0, 20).map(({ code, message, at }) => ({ code, message, file: at?.file }));
process.stdout.write(
  JSON.stringify({
    problems: said,
    cpuMs: (user + system) / 1000,
    peakMb: peakKibibytes() / 1024,
    polluted: Object.keys(Object.prototype).length > 0 || "polluted" in {},
  }),
);

/** Of this process since it began, as the system counts it. `maxRSS` counts what its parent has held, too. */
function peakKibibytes(): number {
  try {
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
