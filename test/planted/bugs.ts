/** The bugs that `npm run test:planted` plants, one by one. */

import type { Bug } from "./bug.ts";
import { ofTheFirstApply } from "./first-apply.ts";
import { ofGuards } from "./guards.ts";
import { ofWhatHoldsUp } from "./held-up.ts";
import { ofHistory } from "./history.ts";
import { ofIdentity } from "./identity.ts";
import { ofPace } from "./pace.ts";
import { ofTheProcess } from "./process.ts";
import { ofPulls } from "./pull.ts";
import { ofReads } from "./reads.ts";
import { ofWhatIsRemembered } from "./remembered.ts";
import { ofTheWayBack } from "./rollback.ts";
import { ofSecurity } from "./security.ts";
import { ofTheServer } from "./serve.ts";
import { ofWhatIsShown } from "./shown.ts";
import { ofWrites } from "./writes.ts";

/** All planted bugs, in the order in which data flows through trueup. */
export const bugs: readonly Bug[] = [
  ...ofReads,
  ...ofGuards,
  ...ofWrites,
  ...ofTheWayBack,
  ...ofPace,
  ...ofTheProcess,
  ...ofSecurity,
  ...ofIdentity,
  ...ofWhatIsRemembered,
  ...ofTheFirstApply,
  ...ofWhatIsShown,
  ...ofWhatHoldsUp,
  ...ofTheServer,
  ...ofPulls,
  ...ofHistory,
];
