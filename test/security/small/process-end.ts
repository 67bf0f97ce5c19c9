/**
 * A command loads this file with `--import`. When the process ends, this file prints the process's processor time in
 * seconds and its memory in MiB.
 */

import { readFileSync, writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const [, peak = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  writeFileSync(process.env.COST_FILE ?? "", `${(user + system) / 1e6} ${Number(peak) / 1024}`);
});
