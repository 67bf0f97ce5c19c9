/**
 * Known failures, by test file and row. A test checks that each of them still fails. Remove an entry when it is fixed.
 */

import type { OpenRow } from "./open-row.ts";

const none: readonly OpenRow[] = [];

/** Everything that fails today. */
export const open = {
  pages: none,
  import: none,
  netconf: none,
  fabric: none,
  restconf: none,
  readiness: none,
  retryAfter: none,
  rates: none,
  requests: none,
  answers: none,
  adds: none,
  tokens: none,
  login: none,
  check: none,
  settings: none,
  health: none,
  gates: none,
} satisfies Record<string, readonly OpenRow[]>;
