/** Request budgets for targets and code hosts. All projects of one command line share them. */

import { Budgets } from "../pace/budgets.ts";
import { clock } from "../runtime/clock.ts";
import type { Cli } from "./cli.ts";

/**
 * The budgets of each command, by its redactor. A command that runs another command passes on its redactor, so both
 * share their budgets.
 */
const all = new WeakMap<Cli["secrets"], Budgets>();

/** The budgets of a command, created when they are first needed: most commands send nothing. */
export function budgetsOf({ secrets }: Pick<Cli, "secrets">): Budgets {
  const known = all.get(secrets) ?? new Budgets(clock);
  all.set(secrets, known);
  return known;
}
