/** The budgets shared by everything that one command line opens: for requests of its projects, and to code hosts. */

import { Budgets } from "../pace/budgets.ts";
import { clock } from "../runtime/clock.ts";
import type { Cli } from "./cli.ts";

/** The budgets by the secrets of a command; a command that runs another one shares its secrets with it. */
const all = new WeakMap<Cli["secrets"], Budgets>();

/** Created when they are first needed: most commands send nothing. */
export function budgetsOf({ secrets }: Pick<Cli, "secrets">): Budgets {
  const known = all.get(secrets) ?? new Budgets(clock);
  all.set(secrets, known);
  return known;
}
