/** All that is known of a seed once it has been simulated: what the properties judge. */

import type { PlannedRun } from "../../src/engine/reconcile.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Leaves } from "./leaves.ts";
import type { Run } from "./run.ts";
import type { Scenario } from "./scenario.ts";

/** The same world planned once more, otherwise. */
export interface Again {
  readonly how: "one request at a time" | "other files" | "other pages";
  readonly made: PlannedRun;
}

/** What a seed came to. */
export interface Evidence {
  readonly scenario: Scenario;
  readonly desired: Desired;
  readonly declared: Leaves;
  /** In trouble. */
  readonly first: Run;
  /** Nothing goes wrong any more. */
  readonly second: Run;
  /** The plan after the second. */
  readonly last: PlannedRun;
  /** The second one's plan, made again. */
  readonly again: readonly Again[];
}

/** Judges one property: why it does not hold, or nothing. Each line begins with its number. */
export type Property = (evidence: Evidence) => readonly string[];
