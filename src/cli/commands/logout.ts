/** `trueup logout`: deletes the refresh token that a login has stored. */

import type { Cli } from "../cli.ts";
import { loginTarget } from "../login-target.ts";
import { printProblems } from "../terminal/printing.ts";

/** Exit status: 0 if no token is stored any more, otherwise 1. */
export async function runLogout(cli: Cli, name: string): Promise<number> {
  const found = await loginTarget(cli, name);
  const done = "problems" in found ? found : await found.store.erase();
  if ("erased" in done && "store" in found) {
    const what = done.erased ? "was deleted from" : "was not stored in";
    cli.out(`Logged out of ${name} on this machine: the refresh token ${what} ${found.store.place}.\n`);
    return 0;
  }
  printProblems(cli, "problem" in done ? [done.problem] : "problems" in done ? done.problems : [], {
    format: "text",
  });
  return 1;
}
