/**
 * Runs new seeds for hours: both simulations, and mixes of faults on the wire, half of them with a SIGKILL. `--hours
 * H`, `--minutes M` or `--rounds N` limits the soak. `--from SEED` continues an earlier soak. `--from commit` derives
 * the first seed from the commit, as CI does by default (`commit+30000`: 30000 seeds later). `--only decisions,faults`
 * runs only these kinds of seeds. `--seed S [--kill]` replays a mix. Failures are stored in `--keep FOLDER`. After
 * SIGINT or SIGTERM, the soak ends properly.
 */

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "../test/bundle.ts";
import { mixed, replayed } from "./soak/mixes.ts";
import { simulated } from "./soak/simulations.ts";
import { Soaked, type SoakKind } from "./soak/soaked.ts";
import { count, startAsked } from "./soak/start.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const kinds: readonly SoakKind[] = ["decisions", "faults", "mixes"];

const { values } = parseArgs({
  options: {
    hours: { type: "string" },
    minutes: { type: "string" },
    rounds: { type: "string" },
    from: {
      type: "string",
      default: process.env.CI ? "commit" : String(Math.floor(Date.now() / 1000) % 100_000_000),
    },
    only: { type: "string", default: kinds.join() },
    seed: { type: "string" },
    kill: { type: "boolean", default: false },
    /** The number of seeds per round, for each simulation and for mixes. */
    seeds: { type: "string", default: "300" },
    mixes: { type: "string", default: "16" },
    jobs: { type: "string", default: String(availableParallelism()) },
    keep: { type: "string", default: "soak" },
    /** The script that node runs as `trueup`, if it is already built. */
    command: { type: "string" },
  },
});

process.exitCode = await main();

/** Returns the exit status: 0 if nothing was found, 1 if anything was found, 130 or 143 after a signal. */
async function main(): Promise<number> {
  const ends = new AbortController();
  let status = 0;
  const ended = (code: number) => () => {
    status = code;
    ends.abort(new Error("it was ended"));
  };
  process.once("SIGINT", ended(130));
  process.once("SIGTERM", ended(143));
  const counts = countsAsked();
  if (values.seed === undefined && Object.values(counts).every((each) => each === 0))
    throw new Error("nothing to run: --seeds, --mixes and --only exclude everything");
  const isBuilt = values.command === undefined && (counts.mixes > 0 || values.seed !== undefined);
  const command = values.command ?? (isBuilt ? await bundle("dist-soak") : "");
  if (values.seed !== undefined)
    return replayed({ command, seed: count(values.seed, "--seed"), kill: values.kill });
  const { seed: from, because } = startAsked(values.from, root);
  process.stdout.write(`from seed ${from}${because}\n`);
  const soaked = new Soaked(values.keep, `seed ${from}${because}`);
  await rounds({ command, soaked, counts, from }, ends.signal);
  process.stdout.write(`${soaked.summary()}\n`);
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
  return status || Number(soaked.broken > 0);
}

/** The number of seeds of each kind in a round. */
function countsAsked(): Readonly<Record<SoakKind, number>> {
  const only = new Set(values.only.split(","));
  const unknown = [...only].find((one) => !kinds.some((kind) => kind === one));
  if (unknown !== undefined) throw new Error(`--only takes ${kinds.join(", ")}, and not ${unknown}`);
  const [seeds, mixes] = [count(values.seeds, "--seeds"), count(values.mixes, "--mixes")];
  return {
    faults: only.has("faults") ? seeds : 0,
    decisions: only.has("decisions") ? seeds : 0,
    mixes: only.has("mixes") ? mixes : 0,
  };
}

interface Rounds {
  readonly command: string;
  readonly soaked: Soaked;
  readonly counts: Readonly<Record<SoakKind, number>>;
  readonly from: number;
}

/** Runs rounds until the time is over, all rounds are done, or the soak is interrupted. */
async function rounds({ command, soaked, counts, from: first }: Rounds, ended: AbortSignal): Promise<void> {
  const jobs = Math.max(1, count(values.jobs, "--jobs"));
  const minutes =
    values.minutes ?? (values.rounds === undefined ? Number(values.hours ?? 1) * 60 : undefined);
  const over =
    minutes === undefined ? new AbortController().signal : AbortSignal.timeout(Number(minutes) * 60_000);
  const signal = AbortSignal.any([ended, over]);
  const most = values.rounds === undefined ? Number.POSITIVE_INFINITY : count(values.rounds, "--rounds");
  const begun = performance.now();
  for (let round = 0; round < most && !signal.aborted; round += 1) {
    const from = first + round * Math.max(1, ...Object.values(counts));
    const on = { from, jobs, signal, soaked };
    await simulated("faults", { ...on, count: counts.faults });
    await simulated("decisions", { ...on, count: counts.decisions });
    await mixed({ ...on, count: counts.mixes, command });
    soaked.save();
    const passed = ((performance.now() - begun) / 60_000).toFixed(1);
    process.stdout.write(`round ${round + 1}, from seed ${from}, ${passed} min: ${soaked.broken} broken\n`);
  }
}
