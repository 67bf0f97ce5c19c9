/** Bugs in planning. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/plan/`. */
export const plan: readonly DecidingBug[] = [
  {
    name: "something is made before what its fields name is made",
    file: "src/plan/order.ts",
    find: 'if (change.action === "create") return made;',
    put: 'if (change.action === "create") return from(ranksOf(needsMade(desired), "create"));',
  },
  {
    name: "what comes after a step of an earlier wave goes with that wave",
    file: "src/plan/waves.ts",
    find: "Math.max(waveOf(change, on), ...befores)",
    put: "Math.min(waveOf(change, on), ...befores)",
  },
  {
    name: "a removal takes along what is protected in it",
    file: "src/plan/writability/verdicts.ts",
    find: "? (onProtection(dependent) ?? stays.get(because))",
    put: "? stays.get(because)",
  },
  {
    name: "with --only, something is removed although the removal of what needs it is not part of the plan",
    file: "src/plan/writability/verdicts.ts",
    find: 'if (!asked.has(because)) return cannot(because, "its removal is not part of this plan");',
    put: "if (!asked.has(because)) continue;",
  },
  {
    name: "what is in a resource that base doubtfully calls otherwise is written",
    file: "src/plan/trusted-base.ts",
    find: "const above = desired ? [desired.parent, standsBelow(desired, desired.value)] : [];",
    put: "const above: readonly undefined[] = [];",
  },
  {
    name: "a rollback removes what it made although somebody has changed a part of it since",
    file: "src/plan/inverse-change.ts",
    find: "return Object.entries(declared).every(",
    put: "return Object.entries(declared).some(",
  },
  {
    name: "the way back begins with the first step",
    file: "src/plan/reversal.ts",
    find: "of input.written.toReversed()) {",
    put: "of input.written) {",
  },
  {
    name: "two kinds of one device are written at the same time",
    file: "src/plan/plan.ts",
    find: "exclusive: exclusive && [target, ...exclusive",
    put: "exclusive: exclusive && [target, kind, ...exclusive",
  },
  {
    name: "an approval holds although the live value that is to be replaced is another by now",
    file: "src/plan/fingerprint.ts",
    find: "...(live !== undefined && { live }),",
    put: "...(desired === undefined && live !== undefined && { live }),",
  },
  {
    name: "a weekly freeze that begins on a Sunday ends at midnight",
    file: "src/plan/guards/freeze.ts",
    find: "week.at(week.indexOf(day) - 1) ?? day",
    put: "week[week.indexOf(day) - 1] ?? day",
  },
  {
    name: "of several sites of one name the best one counts",
    file: "src/plan/health/health-finding.ts",
    find: "Math.min(...scores)",
    put: "Math.max(...scores)",
  },
];
