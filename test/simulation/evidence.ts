/** Everything known about a seed after its simulation, for the properties to judge. */

import type { PlannedRun } from "../../src/engine/reconcile.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Leaves } from "./leaves.ts";
import type { Run } from "./run.ts";
import type { Scenario } from "./scenario.ts";

/** The same world planned again, with a variation. */
export interface Again {
  readonly how: "one request at a time" | "other files" | "other pages";
  readonly made: PlannedRun;
}

/** The result of a seed. */
export interface Evidence {
  readonly scenario: Scenario;
  readonly desired: Desired;
  readonly declared: Leaves;
  /** The run with trouble. */
  readonly first: Run;
  /** The next run, without trouble. */
  readonly second: Run;
  /** The plan after the second run. */
  readonly last: PlannedRun;
  /** Variations of the second run's plan. */
  readonly again: readonly Again[];
}

/** Judges one property: returns violations. Each of them begins with the property's number. */
export type Property = (evidence: Evidence) => readonly string[];
