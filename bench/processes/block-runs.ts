/**
 * Counts how often each block of the sources runs, from V8's coverage, which does not depend on time. The process
 * must do nothing else meanwhile. Ignores the simulator.
 */

import { readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

/** How often each block ran. */
export type Runs = ReadonlyMap<string, number>;

const session = new Session();
session.connect();
await session.post("Profiler.enable");

/** How often each block runs during this work. */
export async function runsOf(work: () => Promise<object>): Promise<Runs> {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  return new Map(result.filter(isOurs).flatMap(blocksOf));
}

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return url.includes("/src/") && !url.includes("/simulator/") && !url.includes("/node_modules/");
}

function blocksOf({ url, functions }: Profiler.ScriptCoverage): [string, number][] {
  return functions.flatMap(({ ranges }) =>
    ranges.map(({ startOffset: from, endOffset: to, count }): [string, number] => [
      `${url} ${from} ${to}`,
      count,
    ]),
  );
}

/** The beginning of a block: `src/plan/plan.ts:17`. */
export function placeOf(block: string): string {
  const [url = "", from] = block.split(" ");
  const before = readFileSync(fileURLToPath(url), "utf8").slice(0, Number(from));
  return `${url.slice(url.lastIndexOf("/src/") + 1)}:${before.split("\n").length}`;
}
