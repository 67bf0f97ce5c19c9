/** What the checks of the properties know about a seed after its simulation. */

import type { PlannedRun } from "../../src/engine/reconcile.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Leaves } from "./leaves.ts";
import type { Run } from "./run.ts";
import type { Scenario } from "./scenario.ts";

/** Another plan of the same state, made under other circumstances. */
export interface Again {
  readonly how: "one request at a time" | "other files" | "other pages";
  readonly made: PlannedRun;
}

/** What the checks know about a seed after its simulation. */
export interface Evidence {
  readonly scenario: Scenario;
  readonly desired: Desired;
  readonly declared: Leaves;
  /** The run in which something goes wrong. */
  readonly first: Run;
  /** The next run, in which nothing goes wrong. */
  readonly second: Run;
  /** The plan that was made after the second run. */
  readonly last: PlannedRun;
  /** The second run's plan, made again under other circumstances. */
  readonly again: readonly Again[];
}

/** Checks one property, and returns its violations. Each violation begins with the number of the property. */
export type Property = (evidence: Evidence) => readonly string[];
