/**
 * Looks for a seed whose decisions are not as they must be: `--seeds N [--from S] [--jobs J] [--until-first]`;
 * `--seed S [--trace]` replays one.
 */

import { askSeeds } from "./seeds.ts";

await askSeeds({
  script: import.meta.filename,
  open: async () => (await import("../test/simulation/decisions/decide.ts")).decide,
});
