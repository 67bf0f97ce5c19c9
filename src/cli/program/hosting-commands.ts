/** The commands that write to a code host: a comment, the command in a comment, an issue. */

import { caOption, count, examples } from "../options/options.ts";
import type { Root, RunAction } from "./command.ts";

/** Adds `comment`, `comment-command` and `issue`. */
export function hostCommands(root: Root, does: RunAction): void {
  root
    .command("comment")
    .description("keep one comment of a pull or merge request up to date: GitHub, GitLab")
    .argument("[file]", "Markdown, such as `plan --out plan.md` writes; default: standard input")
    .option(
      "--pull-request <number>",
      "the number of the pull or merge request; default: that of this CI run",
      count,
    )
    .option(
      "--key <name>",
      "a name that distinguishes several comments; default: plan, or plan-ENVIRONMENT if one is selected",
    )
    .option(
      "--author <login>",
      "the author of the comment, if the token is of a GitHub App",
      "github-actions[bot]",
    )
    .addOption(caOption())
    .option(
      "--untrusted",
      "disable links and mentions in the text, because the pull request's own code wrote it",
    )
    .option("--head <commit>", "the commit whose plan the text shows; commands in comments need it")
    .option("--plan <file>", "with --head: the same plan in JSON; omit it if there is no plan")
    .addHelpText(
      "after",
      examples(["trueup comment --pull-request 7 plan.md", "trueup comment --key production plan.md"]),
    )
    .action((file, options) =>
      does(async (cli) => (await import("../commands/comment.ts")).runComment(cli, file, options)),
    );
  commentCommand(root, does);
  root
    .command("issue")
    .description("keep one issue of the repository up to date, such as one about drift: GitHub, GitLab")
    .argument("[file]", "Markdown, such as `drift --out drift.md` writes; default: standard input")
    .option(
      "--title <text>",
      'the title of a new issue; default: "The network is not as declared", and the environment if one is selected',
    )
    .option("--close", "close the issue, if it is open")
    .option(
      "--key <name>",
      "a name that distinguishes several issues; default: drift, or drift-ENVIRONMENT if one is selected",
    )
    .option(
      "--author <login>",
      "the author of the issue, if the token is of a GitHub App",
      "github-actions[bot]",
    )
    .addOption(caOption())
    .addHelpText("after", examples(["trueup issue drift.md", "trueup issue --close"]))
    .action((file, options) =>
      does(async (cli) => (await import("../commands/issue.ts")).runIssue(cli, file, options)),
    );
}

function commentCommand(root: Root, does: RunAction): void {
  root
    .command("comment-command")
    .description("run the command in a comment of a pull or merge request: `trueup plan`, `trueup apply`")
    .option(
      "--key <name>",
      "a name that distinguishes the reply from other comments; default: trueup-command",
    )
    .option(
      "--author <login>",
      "the author of the comments, if the token is of a GitHub App",
      "github-actions[bot]",
    )
    .option("--plan-workflow <file>", "at GitHub: the workflow that makes plans", "trueup-plan.yml")
    .addOption(caOption())
    .addHelpText("after", examples(["trueup comment-command"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/comment-command.ts")).runCommentCommand(cli, options)),
    );
}
