/** Bugs in pacing. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/pace/`. */
export const pace: readonly DecidingBug[] = [
  {
    name: "a request whose answer is still out counts as one that arrived at once",
    file: "src/pace/jitter.ts",
    find: "const since = now - at;",
    put: "const since = 0;",
  },
  {
    name: "from the second 429 on, the wait that the server asks for is cut short to our own",
    file: "src/pace/retry-wait.ts",
    find: "? asked : Math.max(asked, own);",
    put: "? asked : Math.min(asked, own);",
  },
  {
    name: "a write that was made of what was read right before is sent again after a 429",
    file: "src/pace/wire.ts",
    find: "    if (on.request.once) return reply;\n",
    put: "",
  },
  {
    name: "the lock is lost after one renewal that failed",
    file: "src/pace/lease.ts",
    find: 'waitMs = renewal === "renewed" ? lifetimeMs / 3 : lifetimeMs / 15;',
    put: "waitMs = lifetimeMs / 3;",
  },
];
