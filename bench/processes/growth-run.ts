/**
 * Counts which blocks run for worlds of one kind at two sizes: `node growth-run.ts SIZE TOGETHER KIND...`.
 * Prints a line of JSON per kind. Uses V8's coverage instead of a clock; several kinds share a process.
 */

import { placeOf, type Runs, runsOf } from "./block-runs.ts";
import { worldWork } from "./cliff-work.ts";
import type { KindGrowth } from "./growth.ts";

const [size = "200", together = "50", ...kinds] = process.argv.slice(2);
const few = Number(size);

async function growthOf(kind: string): Promise<KindGrowth> {
  const [less, more] = [few, 4 * few].map((count) => worldWork(kind, count, Number(together)));
  // The first run of both sizes is not counted, because it loads code and runs parts that run only once. It also shows
  // whether this kind can have that many resources.
  const before = [await less?.(), await more?.()];
  const fault = before.find((made) => made?.fault !== undefined)?.fault;
  if (fault !== undefined || !less || !more) return { kind, fault, runs: [0, 0], steepest: [] };
  const [once, fourTimes] = [await runsOf(less), await runsOf(more)];
  const sum = (runs: Runs) => [...runs.values()].reduce((all, count) => all + count, 0);
  const steepest = [...fourTimes]
    .filter(([, count]) => count > 8 * few)
    .map(([block, count]) => ({ block, from: once.get(block) ?? 0, to: count }))
    .toSorted((a, b) => b.to / b.from - a.to / a.from)
    .slice(0, 3)
    .map(({ block, from, to }) => ({ place: placeOf(block), from, to }));
  return { kind, runs: [sum(once), sum(fourTimes)], steepest };
}

for (const kind of kinds) process.stdout.write(`${JSON.stringify(await growthOf(kind))}\n`);
