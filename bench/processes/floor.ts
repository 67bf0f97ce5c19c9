/**
 * Compares a plan with the minimum: a script that parses the same files, fetches and parses the same answers, and
 * compares.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, type Row, table } from "../table.ts";
import { installed } from "./installed.ts";
import { measuredProcess, type ProcessCost } from "./measured.ts";
import { withWorld } from "./whole.ts";
import { credentials } from "./world.ts";

const script = fileURLToPath(new URL("floor-run.ts", import.meta.url));

/** The processor time and memory of a plan and of the minimal script, in alternating runs, and their ratios. */
export async function floor(smallest: boolean): Promise<string> {
  const sizes = smallest ? [1000] : [10_000, 100_000];
  const times = smallest ? 1 : 5;
  const { command, remove } = await installed();
  const rows: Row[] = [];
  try {
    for (const size of sizes) rows.push(await rowOf(command, size, times));
  } finally {
    await remove();
  }
  return table(
    `\`trueup plan\` beside its floor, each a process of its own (in turn, medians of ${times})`,
    rows,
  );
}

async function rowOf(command: string, resources: number, times: number): Promise<Row> {
  const plans: ProcessCost[] = [];
  const floors: ProcessCost[] = [];
  await withWorld(resources, async (folder) => {
    const project = await readFile(join(folder, "trueup.yaml"), "utf8");
    const url = /url: "([^"]+)"/.exec(project)?.[1] ?? "";
    for (let n = 0; n < times; n += 1) {
      plans.push(await measuredProcess([command, "plan"], { cwd: folder, env: credentials }));
      floors.push(await measuredProcess([script, folder, url], { cwd: folder }));
    }
  });
  const wrong = [...plans, ...floors].find(({ status }) => status !== 0);
  if (wrong) throw new Error(wrong.said.slice(0, 2000));
  const cpu = (of: readonly ProcessCost[]) => median(of.map(({ cpuSeconds }) => cpuSeconds));
  const peak = (of: readonly ProcessCost[]) => median(of.map(({ peakMegabytes }) => peakMegabytes));
  return {
    resources: resources.toLocaleString("en"),
    "CPU, s": cpu(plans).toFixed(2),
    "floor, s": cpu(floors).toFixed(2),
    ratio: (cpu(plans) / cpu(floors)).toFixed(2),
    "peak, MB": peak(plans),
    "floor, MB": peak(floors),
  };
}
