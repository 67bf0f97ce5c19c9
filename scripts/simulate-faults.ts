/**
 * Searches for a seed that breaks a property: `--seeds N [--from S] [--jobs J] [--until-first]`; `--seed S
 * [--trace]` replays one.
 */

import type { Simulated } from "../test/simulation/simulate.ts";
import { askSeeds } from "./seeds.ts";

const counts = { killed: 0, foreign: 0, races: 0, raceMs: 0 };

await askSeeds<Simulated>({
  script: import.meta.filename,
  open: async () => (await import("../test/simulation/simulate.ts")).simulate,
  tell({ killed, foreign, raceMs }) {
    if (killed) counts.killed += 1;
    if (foreign) counts.foreign += 1;
    if (raceMs !== undefined) counts.races += 1;
    counts.raceMs = Math.max(counts.raceMs, raceMs ?? 0);
  },
  summary: () =>
    `; ${counts.killed} with a process that was killed, ${counts.foreign} with somebody else, ` +
    `whose change was lost ${counts.races} times, at most ${Math.round(counts.raceMs)} ms after the look`,
});
