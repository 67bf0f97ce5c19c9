/** Runs a share of mixes of faults on the wire, half of them with a SIGKILL; or replays one. */

import { type ChaosResult, chaos } from "../../test/chaos/chaos.ts";
import { mixOf } from "../../test/chaos/mixes.ts";
import { seeded } from "../../test/servers/virtual-time/clock.ts";
import type { SoakShare } from "./soaked.ts";

/** A mix, and whether its first run is killed. */
export interface MixRun {
  readonly command: string;
  readonly seed: number;
  readonly kill: boolean;
}

/** The number of mixes that run at once per job. It is above 1, because a mix mostly waits. */
const mixesPerJob = 3;

/** Runs mixes, several at a time. Interrupted mixes do not count. */
export async function mixed(share: SoakShare & { readonly command: string }): Promise<void> {
  const { from, count, jobs, signal, soaked, command } = share;
  const left = Array.from({ length: count }, (_, at) => from + at);
  const worker = async () => {
    for (let seed = left.shift(); seed !== undefined && !signal.aborted; seed = left.shift()) {
      const run = { command, seed, kill: seed % 2 === 1 };
      const result = await once(run, signal);
      if (!result) return;
      soaked.count("mixes of faults on the wire");
      soaked.count("faults that struck", result.struck.length);
      if (result.killed) soaked.count("runs that were killed");
      if (result.broken.length === 0) continue;
      const replay = `npm run soak -- --seed ${seed}${run.kill ? " --kill" : ""}`;
      const { broken: lines, trace } = result;
      soaked.keep({ kind: "mixes", seed, name: `mix-${seed}`, replay, lines, trace });
    }
  };
  await Promise.all(Array.from({ length: jobs * mixesPerJob }, worker));
}

/** Prints the result of one mix. Returns 1 if it failed. */
export async function replayed(run: MixRun): Promise<0 | 1> {
  const result = await once(run, new AbortController().signal);
  const broken = result?.broken ?? [];
  process.stdout.write(`${result?.trace}\n${broken.join("\n")}\nseed ${run.seed}: ${broken.length} broken\n`);
  return broken.length > 0 ? 1 : 0;
}

/** The result of one mix; undefined if it was interrupted. A failure of the test setup counts as a failure. */
async function once({ command, seed, kill }: MixRun, signal: AbortSignal): Promise<ChaosResult | undefined> {
  const draw = seeded(seed * 16 + 4);
  const death = { write: 1 + Math.floor(draw() * 25), afterMs: Math.floor(draw() * 30) };
  try {
    return await chaos({ command, mix: mixOf(seed), kill: kill ? death : undefined, signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { broken: [text], struck: [], outcomes: {}, killed: false, trace: "" };
  }
}
