/** Bugs in the connections between the parts of the engine. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/engine/`. */
export const engine: readonly DecidingBug[] = [
  {
    name: "a site that falls ill after a wave counts as one that was ill before",
    file: "src/engine/reconcile.ts",
    find: "before: made.health ?? {}",
    put: "before: {}",
  },
  {
    name: "what base says of what was left behind is believed as if the applied commit said it",
    file: "src/engine/base.ts",
    find: "lineageOf: (address) => lineageOf(at(address)),",
    put: "lineageOf: () => lineageOf(commit),",
  },
];
