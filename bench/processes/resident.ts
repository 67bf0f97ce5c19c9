/** Measures consecutive plans of one process, with and without its caches. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median, type Row, table } from "../table.ts";
import { installed } from "./installed.ts";
import { withWorld } from "./whole.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("resident-run.ts", import.meta.url));

const labels = [
  "first plan",
  "second, nothing changed",
  "third, nothing changed",
  "fourth, one network changed live",
];

/** Processor time of each plan in a process, and the heap size after it. */
export async function resident(smallest: boolean): Promise<string> {
  const resources = smallest ? 1000 : 10_000;
  const times = smallest ? 1 : 5;
  const { command, remove } = await installed();
  const found: Record<"forgets" | "keeps", Planned[][]> = { forgets: [], keeps: [] };
  try {
    await withWorld(resources, async (folder) => {
      const library = join(dirname(dirname(command)), "dist/index.js");
      const url = /url: "([^"]+)"/.exec(await readFile(join(folder, "trueup.yaml"), "utf8"))?.[1] ?? "";
      for (let n = 0; n < times; n += 1)
        for (const mode of ["forgets", "keeps"] as const) {
          const args = ["--expose-gc", script, library, folder, url, mode];
          found[mode].push(JSON.parse((await run(process.execPath, args)).stdout));
        }
    });
  } finally {
    await remove();
  }
  const rows = labels.map((what, at): Row => {
    const of = (mode: "forgets" | "keeps", value: (one: Planned) => number) =>
      median(found[mode].flatMap((plans) => (plans[at] ? [value(plans[at])] : [])));
    const [without, within] = [of("forgets", cpu), of("keeps", cpu)];
    return {
      plan: what,
      "CPU, s": within.toFixed(3),
      "without, s": without.toFixed(3),
      ratio: (within / without).toFixed(2),
      "heap, MB": of("keeps", heap),
      "without, MB": of("forgets", heap),
    };
  });
  return table(
    `Plans of ${resources.toLocaleString("en")} resources in one process (in turn, medians of ${times})`,
    rows,
  );
}

interface Planned {
  readonly cpuSeconds: number;
  readonly heapMegabytes: number;
}

const cpu = ({ cpuSeconds }: Planned) => cpuSeconds;
const heap = ({ heapMegabytes }: Planned) => heapMegabytes;
