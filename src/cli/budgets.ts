/**
 * The budgets that everything on one command line shares: for requests of its projects, and for requests to code hosts.
 */

import { Budgets } from "../pace/budgets.ts";
import { clock } from "../runtime/clock.ts";
import type { Cli } from "./cli.ts";

/**
 * The budgets, by the redactor of a command. A command that runs another one passes its redactor on, so that both have
 * the same budgets.
 */
const all = new WeakMap<Cli["secrets"], Budgets>();

/** The budgets of a command, created when they are first needed: most commands send nothing. */
export function budgetsOf({ secrets }: Pick<Cli, "secrets">): Budgets {
  const known = all.get(secrets) ?? new Budgets(clock);
  all.set(secrets, known);
  return known;
}
