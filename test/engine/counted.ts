/**
 * Does each work at one size and at the double, and prints which places of the sources ran far more than twice as
 * often: run by `growth.test.ts`. Counts what runs, by the engine's own coverage, and looks at no clock.
 */

import { readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { works } from "./large-project.ts";

const size = 40;
/** Sorting makes a little more than twice as much of twice as much; what is quadratic, four times as much. */
const growthMax = 2.8;

const session = new Session();
session.connect();
await session.post("Profiler.enable");

/** Runs of each block of the sources: file, from, to → count. */
async function runsOf(act: () => Promise<object>): Promise<ReadonlyMap<string, number>> {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await session.post("Profiler.takePreciseCoverage");
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  return new Map(result.filter(isOurs).flatMap(blocksOf));
}

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return url.includes("/src/") && !url.includes("/simulator/") && !url.includes("/node_modules/");
}

function blocksOf({ url, functions }: Profiler.ScriptCoverage): [string, number][] {
  return functions.flatMap(({ ranges }) =>
    ranges.map(({ startOffset, endOffset, count }): [string, number] => [
      `${url} ${startOffset} ${endOffset}`,
      count,
    ]),
  );
}

function placeOf(block: string): string {
  const [url = "", from] = block.split(" ");
  const before = readFileSync(fileURLToPath(url), "utf8").slice(0, Number(from));
  return `${url.slice(url.lastIndexOf("/src/") + 1)}:${before.split("\n").length}`;
}

const grown: Record<string, readonly string[]> = {};
for (const [name, work] of Object.entries(works)) {
  // What is loaded or made once is not of the size.
  await work(4);
  const once = await runsOf(() => work(size));
  const twice = await runsOf(() => work(2 * size));
  const places = [...twice].filter(
    ([block, count]) => count > 8 * size && count > growthMax * (once.get(block) ?? 0),
  );
  grown[name] = [
    ...new Set(places.map(([block, count]) => `${placeOf(block)} ${once.get(block) ?? 0} → ${count}`)),
  ];
}
process.stdout.write(JSON.stringify(grown));
