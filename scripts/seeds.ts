/**
 * Runs the seeds of a simulation on every core. Both simulation scripts use this. A seed that never ends counts as
 * broken.
 */

import { enableCompileCache } from "node:module";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { answerWorlds, isAsker, thrown } from "./seeds/asker.ts";
import { askWorld } from "./seeds/world.ts";

/** The report of a seed. */
export interface SeedReport {
  /** The violations; empty if there are none. */
  readonly broken: readonly string[];
  /** Every request, as text. */
  readonly trace: string;
}

/** How to run a simulation. */
export interface Simulation<R extends SeedReport> {
  /** The script itself: its workers run it too. */
  readonly script: string;
  /** Imports what is needed to run a seed. Called once per worker. */
  readonly open: () => Promise<(seed: number) => Promise<R>>;
  /** Called for each reported seed. */
  readonly tell?: (report: R) => void;
  /** A text at the end, between the counts and the speed. */
  readonly summary?: () => string;
}

/** Every `step`-th seed of a range. */
interface SeedShare {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A message of a worker: it is ready, or reports a seed. */
type FromWorker<R> = "open" | { readonly seed: number; readonly report: R };

const oldSpaceMb = 2048;
/** The time limit for imports. The time limit for a seed is shorter. */
const openMs = 60_000;

// Every worker imports the whole engine: the compile cache makes that faster.
enableCompileCache();

/** Runs all seeds on the command line, prints violations, and sets the exit status. */
export async function askSeeds<R extends SeedReport>(simulation: Simulation<R>): Promise<void> {
  if (isMainThread) process.exitCode = await main(simulation);
  else if (isAsker(workerData)) await answerWorlds(await simulation.open());
  else await answer(simulation, workerData);
}

const usage = `Runs a simulation with many seeds, and prints the violations that each seed finds.

  --seeds N               the number of seeds (default: 2000); --from S names the first (default: 1)
  --seed S [--trace]      run only this seed; --trace also prints every request
           [--world]      also print the seed's world
           [--with A,B]   use only these parts of its world, as --shrink prints them
           [--shrink]     find the fewest parts that show the same violation
  --jobs J                the number of cores (default: all)
  --until-first           stop at the first violation
  --patience-seconds S    the maximum time for a seed (default: 120)
`;

function options() {
  return parseArgs({
    options: {
      help: { type: "boolean", short: "h", default: false },
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      trace: { type: "boolean", default: false },
      world: { type: "boolean", default: false },
      with: { type: "string" },
      shrink: { type: "boolean", default: false },
      jobs: { type: "string", default: String(availableParallelism()) },
      "until-first": { type: "boolean", default: false },
      "patience-seconds": { type: "string", default: "120" },
    },
  }).values;
}

async function main<R extends SeedReport>({ script, tell, summary }: Simulation<R>): Promise<0 | 1> {
  const values = options();
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { seed, trace, world, shrink, with: parts } = values;
  const patienceMs = Number(values["patience-seconds"]) * 1000;
  if (world || shrink || parts !== undefined) {
    if (seed === undefined) throw new Error("--world, --with and --shrink are about one seed: add --seed S");
    return askWorld({ script, patienceMs }, { seed: Number(seed), parts, isTraced: trace, isShrunk: shrink });
  }
  const from = Number(seed ?? values.from);
  const to = from + (seed === undefined ? Number(values.seeds) : 1);
  const jobs = Math.max(1, Math.min(Number(values.jobs), to - from));
  const begin = performance.now();
  const counts = { asked: 0, broken: 0 };
  const enough = new AbortController();
  const told = (seed: number, { broken, trace }: SeedReport) => {
    if (enough.signal.aborted) return;
    if (values.trace) process.stdout.write(trace);
    for (const line of broken) process.stdout.write(`seed ${seed}: ${line}\n`);
    counts.asked += 1;
    if (broken.length > 0) counts.broken += 1;
    if (broken.length > 0 && values["until-first"]) enough.abort();
  };
  const on: Listening<R> = {
    script,
    patienceMs,
    enough: enough.signal,
    answered: (seed, report) => {
      told(seed, report);
      tell?.(report);
    },
    unanswered: (seed, why) => told(seed, { broken: [why], trace: "" }),
  };
  const shares = Array.from({ length: jobs }, (_, at) => ({ from: from + at, to, step: jobs }));
  await Promise.all(shares.map((share) => shared(share, on)));
  const rate = (counts.asked / ((performance.now() - begin) / 1000)).toFixed(0);
  // A replay of one seed must always print the same bytes, so it shows no speed.
  const pace = to - from === 1 ? "" : `; ${rate} seeds per second`;
  process.stdout.write(`${counts.asked} seeds, ${counts.broken} broken${summary?.() ?? ""}${pace}\n`);
  return counts.broken > 0 ? 1 : 0;
}

interface Listening<R> {
  readonly script: string;
  readonly patienceMs: number;
  readonly enough: AbortSignal;
  readonly answered: (seed: number, report: R) => void;
  readonly unanswered: (seed: number, why: string) => void;
}

/** Runs a share, and starts another worker if a seed kills one. */
async function shared<R>(share: SeedShare, on: Listening<R>): Promise<void> {
  let { from } = share;
  while (from < share.to && !on.enough.aborted) {
    const ended = await worked({ ...share, from }, on);
    if (ended === undefined) return;
    on.unanswered(ended.seed, ended.why);
    from = ended.seed + share.step;
  }
}

/** Runs one worker. Resolves with the seed that it could not report, and the reason; undefined if it reported all. */
function worked<R>(share: SeedShare, on: Listening<R>): Promise<{ seed: number; why: string } | undefined> {
  let next = share.from;
  let isOpen = false;
  const worker = new Worker(on.script, {
    workerData: share,
    resourceLimits: { maxOldGenerationSizeMb: oldSpaceMb, maxYoungGenerationSizeMb: 192 },
  });
  return new Promise((resolve, reject) => {
    const end = (why: string | undefined) => {
      resolve(why === undefined ? undefined : { seed: next, why });
      void worker.terminate();
    };
    const late = `The run has not ended after ${on.patienceMs / 1000} s.`;
    let patience = setTimeout(end, Math.max(on.patienceMs, openMs), late);
    const stop = () => end(undefined);
    on.enough.addEventListener("abort", stop);
    worker.on("message", (said: FromWorker<R>) => {
      clearTimeout(patience);
      patience = setTimeout(end, on.patienceMs, late);
      isOpen = true;
      if (said === "open") return;
      on.answered(said.seed, said.report);
      next = said.seed + share.step;
    });
    worker.on("error", (error) => {
      if (isOpen) end(thrown(error));
      else reject(error);
    });
    worker.on("exit", () => {
      clearTimeout(patience);
      on.enough.removeEventListener("abort", stop);
      end(next < share.to ? "The run never ends: it waits, and nothing is left to wait for." : undefined);
    });
  });
}

async function answer<R extends SeedReport>({ open }: Simulation<R>, { from, to, step }: SeedShare) {
  const ask = await open();
  const say = (said: FromWorker<R | SeedReport>) => parentPort?.postMessage(said);
  say("open");
  for (let seed = from; seed < to; seed += step) {
    const report = await ask(seed).catch(
      (error: unknown): SeedReport => ({ broken: [thrown(error)], trace: "" }),
    );
    say({ seed, report });
  }
}
