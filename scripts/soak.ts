/**
 * Runs for hours over fresh seeds: both simulations, and mixes of faults on the wire, every other one with a SIGKILL.
 * `--hours H`, `--minutes M` or `--rounds N`; `--from SEED` goes on where another one ended; `--seed S [--kill]` replays a mix.
 * What fails is kept in `--keep FOLDER`. SIGINT and SIGTERM end it in good order.
 */

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { bundle } from "../test/bundle.ts";
import { mixed, replayed } from "./soak/mixes.ts";
import { simulated } from "./soak/simulations.ts";
import { Soaked } from "./soak/soaked.ts";

const { values } = parseArgs({
  options: {
    hours: { type: "string" },
    minutes: { type: "string" },
    rounds: { type: "string" },
    from: { type: "string", default: String(Math.floor(Date.now() / 1000) % 100_000_000) },
    seed: { type: "string" },
    kill: { type: "boolean", default: false },
    /** Of each simulation, and of mixes, in each round. */
    seeds: { type: "string", default: "300" },
    mixes: { type: "string", default: "16" },
    jobs: { type: "string", default: String(availableParallelism()) },
    keep: { type: "string", default: "soak" },
    /** What node runs as `trueup`, where it is built already. */
    command: { type: "string" },
  },
});

process.exitCode = await main();

/** 0: nothing was found. 1: something was. 130 and 143: it was ended. */
async function main(): Promise<number> {
  const ends = new AbortController();
  let status = 0;
  const ended = (code: number) => () => {
    status = code;
    ends.abort(new Error("it was ended"));
  };
  process.once("SIGINT", ended(130));
  process.once("SIGTERM", ended(143));
  const command = values.command ?? (await bundle("dist-soak"));
  if (values.seed !== undefined) return replayed({ command, seed: Number(values.seed), kill: values.kill });
  const soaked = new Soaked(values.keep);
  await rounds(command, soaked, ends.signal);
  process.stdout.write(`${soaked.summary()}\n`);
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
  return status || Number(soaked.broken > 0);
}

/** One round after another, until the time is over, they are done, or somebody ends it. */
async function rounds(command: string, soaked: Soaked, ended: AbortSignal): Promise<void> {
  const [seeds, mixes, jobs] = [values.seeds, values.mixes, values.jobs].map(Number);
  const minutes =
    values.minutes ?? (values.rounds === undefined ? Number(values.hours ?? 1) * 60 : undefined);
  const over =
    minutes === undefined ? new AbortController().signal : AbortSignal.timeout(Number(minutes) * 60_000);
  const signal = AbortSignal.any([ended, over]);
  const most = Number(values.rounds ?? Number.POSITIVE_INFINITY);
  const begun = performance.now();
  process.stdout.write(`from seed ${values.from}\n`);
  for (let round = 0; round < most && !signal.aborted; round += 1) {
    const from = Number(values.from) + round * Math.max(seeds ?? 1, mixes ?? 1);
    const on = { from, jobs: jobs ?? 1, signal, soaked };
    await simulated("faults", { ...on, count: seeds ?? 0 });
    await simulated("decisions", { ...on, count: seeds ?? 0 });
    await mixed({ ...on, count: mixes ?? 0, command });
    const passed = ((performance.now() - begun) / 60_000).toFixed(1);
    process.stdout.write(`round ${round + 1}, from seed ${from}, ${passed} min: ${soaked.broken} broken\n`);
  }
}
