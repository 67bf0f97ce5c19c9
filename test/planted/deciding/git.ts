/** Bugs in what is read from Git. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/git/`. */
export const git: readonly DecidingBug[] = [
  {
    name: "a lock that this version cannot read is taken over",
    file: "src/git/lock.ts",
    find: "return record !== undefined && Date.parse",
    put: "return record === undefined || Date.parse",
  },
  {
    name: "a lock that was renewed expires when it would have expired before",
    file: "src/git/lock.ts",
    find: "Date.parse(now) + lifetimeMs",
    put: "Date.parse(since ?? now) + lifetimeMs",
  },
  {
    name: "a commit that is newer than the planned one counts as its ancestor",
    file: "src/git/ancestry.ts",
    find: 'if (shared === head) return "ahead";',
    put: 'if (shared === head) return "behind";',
  },
];
