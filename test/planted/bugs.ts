/** The bugs that `npm run test:planted` puts in, one by one. */

import type { Bug } from "./bug.ts";
import { ofGuards } from "./guards.ts";
import { ofIdentity } from "./identity.ts";
import { ofPace } from "./pace.ts";
import { ofTheProcess } from "./process.ts";
import { ofReads } from "./reads.ts";
import { ofTheWayBack } from "./rollback.ts";
import { ofSecurity } from "./security.ts";
import { ofWrites } from "./writes.ts";

/** All of them, in the order of the way of the data. */
export const bugs: readonly Bug[] = [
  ...ofReads,
  ...ofGuards,
  ...ofWrites,
  ...ofTheWayBack,
  ...ofPace,
  ...ofTheProcess,
  ...ofSecurity,
  ...ofIdentity,
];
