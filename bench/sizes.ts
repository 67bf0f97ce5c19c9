/** Runs each size in separate processes, so that no caches are warm, and takes medians. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { projectOf, type Scale } from "./scale.ts";
import { median, type Row, table } from "./table.ts";

const run = promisify(execFile);
const bench = fileURLToPath(new URL("bench.ts", import.meta.url));

/** Measures loading, checking, comparing and planning for each size. */
export async function scaleTable(smallest: boolean): Promise<string> {
  const sizes = smallest ? [1000] : [1000, 10_000, 100_000];
  const times = smallest ? 1 : 5;
  const rows: Row[] = [];
  for (const size of sizes) rows.push(await rowOf(size, times));
  return table(`Load, check, compare, plan (1,000 files, 1% drift, medians of ${times})`, rows);
}

async function rowOf(size: number, times: number): Promise<Row> {
  const { folder, remove } = await projectOf(size);
  const found: Scale[] = [];
  for (let n = 0; n < times; n++) found.push(await measured(folder));
  await remove();
  const middle = (of: keyof Scale) => median(found.map((one) => one[of]));
  const seconds = (of: keyof Scale) => middle(of).toFixed(2);
  return {
    resources: size.toLocaleString("en"),
    changes: middle("changes"),
    "load and check, s": seconds("load"),
    "observe, s": seconds("observe"),
    "compare, s": seconds("diff"),
    "plan, s": seconds("plan"),
    "together, s": seconds("total"),
    "peak, MB": middle("peakMegabytes"),
  };
}

/** The result of one process for the project in a folder. */
export async function measured(folder: string): Promise<Scale> {
  const { stdout } = await run(process.execPath, [bench, "scale-in", folder]);
  return JSON.parse(stdout);
}
