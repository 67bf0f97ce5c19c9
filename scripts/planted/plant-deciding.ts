/** Plants bugs in the code that decides, runs the simulations and then all tests, and reports each result. */

import { askAllTests } from "./all-tests.ts";
import { inCopies, root, withEdits } from "./copy.ts";
import {
  bySimulation,
  type Counted,
  countTable,
  isEnough,
  isMissed,
  lastCount,
  noticedWithin,
  writeCount,
} from "./count.ts";
import { commitHere, decidingBugs, drawn, folderOf, type PlantedBug } from "./deciding.ts";
import { askSimulations } from "./simulation.ts";

/** What to run, on which bugs. */
export interface Planting {
  readonly by: "simulation" | "all";
  /** Only bugs with this text in their names. */
  readonly only: string;
  readonly jobs: number;
  /** The maximum number of seeds per simulation. */
  readonly seeds: number;
  /**
   * The size of a sample of the bugs that the last count noticed early. The commit determines the sample. Default: all
   * bugs.
   */
  readonly drawn?: number;
  /** If true, only bugs that no seed noticed at the last count are planted. */
  readonly missed: boolean;
  /** A folder with further bugs. Default: only those of the project. */
  readonly folder?: string;
  /** If true, the count is stored. */
  readonly write: boolean;
}

/**
 * A bug noticed within this many seeds counts as early. Even if the simulation makes other random choices, three times
 * as many seeds should notice the bug again.
 */
const early = 100;

/**
 * Plants the bugs. Returns true if the simulation noticed the required share of them, and every bug selected by name
 * was noticed.
 */
export async function plantDeciding(planting: Planting): Promise<boolean> {
  const { by } = planting;
  const all = await decidingBugs(planting.folder);
  const chosen = await choose(all, planting);
  const begin = performance.now();
  const counted: Counted[] = [];
  const names = new Set(all.map(({ name }) => name));
  let written = Promise.resolve();
  await inCopies(chosen, planting.jobs, async (bug, copy, clean) => {
    const { row, says } = await became(bug, copy, clean, planting);
    counted.push(row);
    // A count takes long. If it is interrupted, the results so far are kept.
    if (planting.write) written = written.then(() => writeCount([row], names));
    await written;
    const word = isMissed(row) ? "NOT NOTICED" : `${row.by} ${row.seed ?? ""}`.trim();
    process.stdout.write(`${word.padEnd(16)}${bug.name}\n${" ".repeat(16)}${says.slice(0, 200)}\n`);
  });
  const simulated = counted.filter(bySimulation).length;
  const missed = counted.filter(isMissed);
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`\n${countTable(counted)}\n\n`);
  for (const { name, folder } of missed) process.stdout.write(`not noticed: ${folder}: ${name}\n`);
  process.stdout.write(`Of ${counted.length} bugs, the simulation noticed ${simulated}; ${seconds} s\n`);
  const isPart = chosen.length < all.length && planting.drawn === undefined;
  return isEnough(counted, isPart ? "each" : by);
}

async function choose(
  all: readonly PlantedBug[],
  { only, missed, drawn: count }: Planting,
): Promise<readonly PlantedBug[]> {
  const known = missed ? noticedWithin(await lastCount(), Number.POSITIVE_INFINITY) : new Set<string>();
  const named = all.filter(({ name }) => name.includes(only) && !known.has(name));
  if (count === undefined) return named;
  const within = noticedWithin(await lastCount(), early);
  return drawn(
    named.filter(({ name }) => within.has(name)),
    count,
    commitHere(root),
  );
}

async function became(
  bug: PlantedBug,
  copy: string,
  clean: string,
  { by, seeds }: Planting,
): Promise<{ readonly row: Counted; readonly says: string }> {
  const told = await withEdits(copy, bug.edits, async () => {
    const bySeeds = await askSimulations(copy, clean, seeds);
    if (by === "simulation" || bySeeds.by !== "nobody") return bySeeds;
    const byTests = await askAllTests(copy, clean, folderOf(bug));
    return byTests.by === "nobody" ? bySeeds : byTests;
  });
  const { name, set } = bug;
  const is = { name, folder: folderOf(bug), set, asked: seeds };
  if (typeof told === "string") return { row: { ...is, by: "nobody" }, says: told };
  if (told.by === "tests") return { row: { ...is, by: told.by, test: told.test }, says: told.test };
  if (told.by === "nobody")
    return { row: { ...is, by: by === "all" ? told.by : "no seed" }, says: told.says };
  return { row: { ...is, by: told.by, seed: told.seed }, says: told.says };
}
