/** The commands that tend what Git records: what was applied, and the lock. */

import { examples, formatOption } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `applied`, `forget` and `unlock`. */
export function recordCommands(root: Root, does: RunAction): void {
  root
    .command("applied")
    .description("show what was applied last, as the repository records it")
    .option(
      "--memory",
      "also what is remembered of it: live ids, the names as they were stored, what is not seen yet",
    )
    .addOption(formatOption("result"))
    .addHelpText("after", examples(["trueup applied", "trueup applied --memory --format json"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/applied.ts")).runApplied(cli, options)),
    );
  root
    .command("forget")
    .description("stop listing what was applied and is no longer declared; the live state stays as it is")
    .argument("<address...>", "addresses or globs over them: 'cloud/network/berlin'")
    .addHelpText("after", examples(["trueup forget cloud/network/berlin"]))
    .action((globs) => does(async (cli) => (await import("../commands/forget.ts")).runForget(cli, globs)));
  root
    .command("unlock")
    .description("remove the lock that a dead run left behind; asks on a terminal, else needs --yes")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples(["trueup unlock", "trueup unlock --yes"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/unlock.ts")).runUnlock(cli, options)),
    );
}
