/** The commands for the state recorded in Git: the applied state, its history, and the lock. */

import { caOption, count, examples, formatOption, outOption, pruneOption } from "../options/options.ts";
import { since } from "../options/since.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `applied`, `history`, `rollback`, `forget` and `unlock`. */
export function recordCommands(root: Root, does: RunAction): void {
  root
    .command("applied")
    .description("show the last applied state, as recorded in the repository")
    .option(
      "--memory",
      "also show what trueup remembers: live ids, stored names, and creates that are not visible yet",
    )
    .addOption(formatOption("result"))
    .addHelpText("after", examples(["trueup applied", "trueup applied --memory --format json"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/applied.ts")).runApplied(cli, options)),
    );
  historyCommand(root, does);
  rollbackCommand(root, does);
  root
    .command("forget")
    .description(
      "make trueup forget an applied resource that is no longer declared; the live resource stays as it is",
    )
    .argument("<address...>", "addresses, or globs that match addresses: 'cloud/network/berlin'")
    .addHelpText("after", examples(["trueup forget cloud/network/berlin"]))
    .action((globs) => does(async (cli) => (await import("../commands/forget.ts")).runForget(cli, globs)));
  root
    .command("unlock")
    .description("remove the lock that a dead run left behind; asks on a terminal, otherwise needs --yes")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples(["trueup unlock", "trueup unlock --yes"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/unlock.ts")).runUnlock(cli, options)),
    );
}

function historyCommand(root: Root, does: RunAction): void {
  root
    .command("history")
    .description("list the applies of this environment: who, when, commit, what changed, how it ended")
    .argument(
      "[apply]",
      "the apply to show in full: 0 is the last, 1 the one before; or its run or commit, or their first digits",
    )
    .addOption(formatOption("history"))
    .option("--limit <number>", "the maximum number of applies listed", count, 20)
    .option("--since <time>", "only applies of the last 90m, 2h or 7d", since)
    .option(
      "--only <glob...>",
      "only applies that changed a matching address: 'cloud/network/*'; can be repeated",
    )
    .addHelpText(
      "after",
      examples([
        "trueup history",
        "trueup history 1",
        "trueup history --since 7d --only 'cloud/network/berlin' --format markdown",
      ]),
    )
    .action((to, options) =>
      does(async (cli) => (await import("../commands/history.ts")).runHistory(cli, { ...options, to })),
    );
}

function rollbackCommand(root: Root, does: RunAction): void {
  root
    .command("rollback")
    .description(
      "create a commit with the desired state of an earlier apply on a new branch, and show its plan",
    )
    .argument(
      "<apply>",
      "the apply, as `trueup history` names it: 1 is the last but one; or its run or commit",
    )
    .addOption(formatOption("plan"))
    .addOption(outOption("plan"))
    .addOption(pruneOption())
    .option("--dry-run", "create no branch, only show the plan")
    .option("--push", "push the branch to the remote")
    .option("--pull-request", "push it, and open a pull or merge request: GitHub, GitLab")
    .option("--into <branch>", "the target branch of the pull request; default: the one that is checked out")
    .addOption(caOption())
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .addHelpText(
      "after",
      examples([
        "trueup rollback 1 --dry-run",
        "trueup rollback 1",
        "trueup rollback 3f2c91a0 --pull-request",
      ]),
    )
    .action((to, options) =>
      does(async (cli) => (await import("../commands/rollback.ts")).runRollback(cli, to, options)),
    );
}
