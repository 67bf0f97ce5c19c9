/** What all that one command line opens draws on: the requests of its projects, and those to hosts of repositories. */

import { Budgets } from "../pace/budgets.ts";
import { clock } from "../runtime/clock.ts";
import type { Cli } from "./cli.ts";

/** By its secrets: of a command that runs another one these are the same. */
const all = new WeakMap<Cli["secrets"], Budgets>();

/** Made when they are first asked for: most commands send nothing. */
export function budgetsOf({ secrets }: Pick<Cli, "secrets">): Budgets {
  const known = all.get(secrets) ?? new Budgets(clock);
  all.set(secrets, known);
  return known;
}
