/** Runs both simulations on a bug: finds the first seed that fails with the bug and passes without it. */

import { run } from "./copy.ts";

/** The seed that noticed a bug, or `nobody`. */
export type BySeeds =
  | { readonly by: Simulator; readonly seed: number; readonly says: string }
  | { readonly by: "nobody"; readonly says: string };

/** One of the two simulations. */
type Simulator = "decisions" | "faults";

/**
 * The simulations take turns, in rounds that end at these seeds. The rounds are short enough that none reaches the
 * timeout on a busy machine.
 */
const rounds = [100, 500, 1000, 1500];

/** Runs the first seeds of both simulations, the same number of each. */
export async function askSimulations(copy: string, clean: string, seeds: number): Promise<BySeeds> {
  let from = 1;
  for (const end of [...rounds.filter((each) => each < seeds), seeds]) {
    for (const simulator of ["decisions", "faults"] as const) {
      const told = await askRound({ simulator, copy, clean, from, to: end });
      if (told) return told;
    }
    from = end + 1;
  }
  return { by: "nobody", says: `${seeds} seeds of each hold` };
}

interface Round {
  readonly simulator: Simulator;
  readonly copy: string;
  readonly clean: string;
  /** The first seed. */
  readonly from: number;
  /** The last seed. */
  readonly to: number;
}

async function askRound({ simulator, copy, clean, from, to }: Round): Promise<BySeeds | undefined> {
  const script = `scripts/simulate-${simulator}.ts`;
  const how = ["--until-first", "--jobs", "1", "--patience-seconds", "30"];
  for (let next = from; next <= to; ) {
    const some = ["--from", String(next), "--seeds", String(to - next + 1)];
    const ended = await run(copy, [script, ...how, ...some], "long");
    if (ended.passed) return undefined;
    const [, seed, says = ""] = /^seed (\d+): (.*)/m.exec(ended.text) ?? [];
    if (seed === undefined || /^The run threw: (?:Reference|Syntax)Error/.test(says))
      return { by: "nobody", says: `it does not run: ${says || firstError(ended.text)}` };
    const without = await run(clean, [script, "--seed", seed, "--patience-seconds", "30"], "long");
    if (without.passed) return { by: simulator, seed: Number(seed), says };
    next = Number(seed) + 1;
  }
  return undefined;
}

function firstError(text: string): string {
  return /^\w*Error\b.*/m.exec(text)?.[0] ?? text.trim().slice(-200);
}
