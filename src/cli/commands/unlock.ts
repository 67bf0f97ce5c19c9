/** `trueup unlock`: removes the lock of a run that no longer exists, after confirmation. */

import { openPlace } from "../../engine/git-state.ts";
import { findLock, removeLock } from "../../git/lock.ts";
import type { Problem } from "../../model/problem.ts";
import { hasErrors } from "../../model/problem.ts";
import { readProject } from "../../project/read.ts";
import { holderText } from "../../report/apply/applied-text.ts";
import type { Cli } from "../cli.ts";
import { ask } from "../terminal/confirm.ts";
import { printProblems } from "../terminal/printing.ts";

/** Exit status: 0 if there is no lock any more, 1 if it could not be removed, 4 if the removal was not confirmed. */
export async function runUnlock(
  cli: Cli,
  { yes = false }: { readonly yes?: boolean | undefined },
): Promise<number> {
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) return failed(cli, problems);
  const { environment } = read.project;
  const opened = await openPlace(read.project);
  if (hasErrors(opened.problems)) return failed(cli, opened.problems);
  const { place } = opened;
  const found = place && (await findLock(place));
  if (found && "problem" in found) return failed(cli, [found.problem]);
  if (!place || !found) {
    cli.out(`${environment} is not locked.\n`);
    return 0;
  }
  const { record, id } = found.lock;
  cli.out(
    `${environment} is locked by ${record ? holderText(record) : "a ref that trueup did not write"}.\n`,
  );
  if (!yes && !(await confirmed(cli))) return 4;
  const removed = await removeLock(place, id);
  switch (removed.is) {
    case "moved":
      cli.out("The lock is removed.\n");
      return 0;
    case "other":
      cli.err(
        "trueup removed nothing: the lock was renewed, or another run took it, so a run is still active.\n",
      );
      return 1;
    case "failed":
      return failed(cli, [removed.problem]);
  }
}

async function confirmed(cli: Cli): Promise<boolean> {
  if (!cli.interactive) {
    cli.err(
      "Refused: there is no terminal to confirm on. Make sure that the run with the lock has ended, then use --yes.\n",
    );
    return false;
  }
  const question =
    'Two applies at the same time can undo each other. Has the run above ended? Type "yes" to confirm: ';
  if ((await ask(question, cli.interrupt.signal)) === "yes") return true;
  cli.err("Not unlocked.\n");
  return false;
}

function failed(cli: Cli, problems: readonly Problem[]): 1 {
  printProblems(cli, problems, { format: "text" });
  return 1;
}
