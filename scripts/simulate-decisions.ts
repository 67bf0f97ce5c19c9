/**
 * Searches for a seed with wrong decisions: `--seeds N [--from S] [--jobs J] [--until-first]`; `--seed S
 * [--trace]` replays one.
 */

import { askSeeds } from "./seeds.ts";

await askSeeds({
  script: import.meta.filename,
  open: async () => (await import("../test/simulation/decisions/decide.ts")).decide,
});
