/** Bugs in loading. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/load/`. */
export const load: readonly DecidingBug[] = [
  {
    name: "an entry that says something for itself is not protected by what it is in",
    file: "src/load/desired/entries.ts",
    find: "protect: protect ?? context.protect",
    put: "protect: protect ?? false",
  },
];
