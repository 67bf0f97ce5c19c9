/** Looks for a seed that breaks a property: `--seeds N [--from S] [--jobs J]`, or replays one: `--seed S [--trace]`. */

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Simulated, simulate } from "../test/simulation/simulate.ts";

/** What a worker tells of a seed. */
interface Told extends Simulated {
  readonly seed: number;
}

/** A worker's own seeds: every `step`-th. */
interface Share {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

if (isMainThread) process.exitCode = await main();
else await work(workerData, (told) => parentPort?.postMessage(told));

async function main(): Promise<0 | 1> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      trace: { type: "boolean", default: false },
      jobs: { type: "string", default: String(availableParallelism()) },
    },
  });
  const from = Number(values.seed ?? values.from);
  const to = from + (values.seed === undefined ? Number(values.seeds) : 1);
  const begin = performance.now();
  const counts = { killed: 0, foreign: 0, races: 0, raceMs: 0, broken: 0 };
  const tell = (told: Told) => {
    if (values.trace) process.stdout.write(told.trace);
    for (const line of told.broken) process.stdout.write(`seed ${told.seed}: ${line}\n`);
    if (told.broken.length > 0) counts.broken += 1;
    if (told.killed) counts.killed += 1;
    if (told.foreign) counts.foreign += 1;
    if (told.raceMs !== undefined) counts.races += 1;
    counts.raceMs = Math.max(counts.raceMs, told.raceMs ?? 0);
  };
  const jobs = Math.max(1, Math.min(Number(values.jobs), to - from));
  if (jobs === 1) await work({ from, to, step: 1 }, tell);
  else
    await Promise.all(
      Array.from({ length: jobs }, (_, at) => worker({ from: from + at, to, step: jobs }, tell)),
    );
  const seconds = (performance.now() - begin) / 1000;
  // One seed is replayed to the same bytes: without a figure that differs each time.
  const rate = to - from === 1 ? "" : `; ${((to - from) / seconds).toFixed(0)} seeds per second`;
  process.stdout.write(
    `${to - from} seeds, ${counts.broken} broken; ${counts.killed} with a process that was killed, ` +
      `${counts.foreign} with somebody else, whose change was lost ${counts.races} times, ` +
      `at most ${Math.round(counts.raceMs)} ms after the look${rate}\n`,
  );
  return counts.broken > 0 ? 1 : 0;
}

function worker(workerData: Share, tell: (told: Told) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const one = new Worker(new URL(import.meta.url), { workerData });
    one.on("message", tell);
    one.on("error", reject);
    one.on("exit", () => resolve());
  });
}

async function work({ from, to, step }: Share, tell: (told: Told) => void): Promise<void> {
  for (let seed = from; seed < to; seed += step) {
    const told = await simulate(seed).catch((error: unknown): Simulated => {
      const text = error instanceof Error ? error.stack : String(error);
      return { broken: [`The run threw: ${text}`], trace: "", killed: false, foreign: false };
    });
    tell({ seed, ...told });
  }
}
