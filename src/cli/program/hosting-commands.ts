/** The commands that write to the host of a repository: a comment, an issue. */

import { caOption, count, examples } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `comment` and `issue`. */
export function hostCommands(root: Root, does: RunAction): void {
  root
    .command("comment")
    .description("keep one comment of a pull or merge request up to date: GitHub, GitLab")
    .argument("[file]", "Markdown, such as `plan --out plan.md` writes; default: standard input")
    .option("--pull-request <number>", "which one; default: the one that the runner works for", count)
    .option("--key <name>", "tells several comments apart: one for each environment", "plan")
    .option("--author <login>", "whose comment it is, for the token of a GitHub App", "github-actions[bot]")
    .addOption(caOption())
    .option("--untrusted", "the proposal's own code made the text: nothing in it may act")
    .addHelpText(
      "after",
      examples(["trueup comment --pull-request 7 plan.md", "trueup comment --key production plan.md"]),
    )
    .action((file, options) =>
      does(async (cli) => (await import("../commands/comment.ts")).runComment(cli, file, options)),
    );
  root
    .command("issue")
    .description("keep one issue of the repository up to date, such as that of drift: GitHub, GitLab")
    .argument("[file]", "Markdown, such as `drift --out drift.md` writes; default: standard input")
    .option("--title <text>", "of the issue when it is opened", "The network is not as declared")
    .option("--close", "close it, if there is one")
    .option("--key <name>", "tells several issues apart: one for each environment", "drift")
    .option("--author <login>", "whose issue it is, for the token of a GitHub App", "github-actions[bot]")
    .addOption(caOption())
    .addHelpText("after", examples(["trueup issue drift.md", "trueup issue --close"]))
    .action((file, options) =>
      does(async (cli) => (await import("../commands/issue.ts")).runIssue(cli, file, options)),
    );
}
