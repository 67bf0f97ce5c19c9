/**
 * Loaded before a command with `--import`: at the end it prints the processor time in seconds and the memory in MiB.
 */

import { readFileSync, writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const [, peak = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  writeFileSync(process.env.COST_FILE ?? "", `${(user + system) / 1e6} ${Number(peak) / 1024}`);
});
