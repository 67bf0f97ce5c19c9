/**
 * Is loaded before a command with `--import`. When the process ends, this prints its processor time in seconds and its
 * memory in MiB.
 */

import { readFileSync, writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const [, peak = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  writeFileSync(process.env.COST_FILE ?? "", `${(user + system) / 1e6} ${Number(peak) / 1024}`);
});
