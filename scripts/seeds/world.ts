/** One seed and its world in words: whole, with some of its parts, or reduced to the fewest parts that still break. */

import { relative } from "node:path";
import { Asker, type WorldAnswer } from "./asker.ts";
import { shrunk } from "./shrink.ts";

/** Where worlds are run. */
interface AskedBy {
  /** The simulation's script. */
  readonly script: string;
  readonly patienceMs: number;
}

/** What to do with a seed. */
interface WorldRequest {
  readonly seed: number;
  /** The parts, separated by commas; undefined means all parts. */
  readonly parts: string | undefined;
  readonly isTraced: boolean;
  readonly isShrunk: boolean;
}

/** The maximum number of worlds for reducing a seed: about a minute of one core. */
const mostAsks = 600;
/** A smaller world that takes this long does not count as broken in the same way. */
const patienceMs = 20_000;

/** Runs the world and prints the result. Returns 1 if it is broken. */
export async function askWorld(by: AskedBy, request: WorldRequest): Promise<0 | 1> {
  const { seed, parts, isTraced, isShrunk } = request;
  const only = parts?.split(",").filter((part) => part !== "");
  const asker = new Asker(by.script, isShrunk ? Math.min(by.patienceMs, patienceMs) : by.patienceMs);
  try {
    const answer = await asker.ask({ seed, only, isTold: !isShrunk });
    if (!isShrunk) return printed(seed, answer, isTraced);
    if (answer.broken.length === 0) return printed(seed, answer, false);
    const ask = (some: readonly string[]) => asker.ask({ seed, only: some, isTold: false });
    const least = await shrunk({ whole: answer, most: mostAsks, ask });
    const told = await asker.ask({ seed, only: least.parts, isTold: true });
    const replay = `node ${relative("", by.script)} --seed ${seed} --with ${least.parts.join(",") || "none"}`;
    const isLeast = least.isLeast ? "none of them can be left out" : "there may be fewer";
    process.stdout.write(
      `${answer.parts.length} parts are ${least.parts.length} after ${least.asks} worlds: ${isLeast}\n${replay}\n\n`,
    );
    return printed(seed, told, isTraced);
  } finally {
    await asker.close();
  }
}

function printed(seed: number, { broken, world, trace }: WorldAnswer, isTraced: boolean): 0 | 1 {
  if (world !== "") process.stdout.write(`${world}\n`);
  if (isTraced) process.stdout.write(trace);
  for (const line of broken) process.stdout.write(`seed ${seed}: ${line}\n`);
  process.stdout.write(`1 seeds, ${broken.length > 0 ? 1 : 0} broken\n`);
  return broken.length > 0 ? 1 : 0;
}
