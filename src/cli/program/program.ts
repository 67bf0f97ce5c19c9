/** The command line: commands, options and help. Actions load what they need when they are called. */

import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { visibleLines } from "../../report/text/escape.ts";
import { type Cli, type GlobalOptions, openCli, type Surroundings } from "../cli.ts";
import {
  addedTo,
  annotationsOption,
  baseOption,
  configFromOption,
  environmentOption,
  examples,
  formatOption,
  intoOption,
  logFormatOption,
  logLevelOption,
  notifyOption,
  onConflictOption,
  onlyOption,
  outOption,
  plansOption,
  projectChoice,
  pruneOption,
  retryOption,
  statuses,
} from "../options/options.ts";
import { since } from "../options/since.ts";
import type { Output } from "../terminal/output.ts";
import { type InterruptibleRun, interruptibly, uninterrupted } from "../terminal/signals.ts";
import { catalogCommands } from "./catalog-commands.ts";
import type { Root, RunAction } from "./command.ts";
import { groupCommands, helpForm } from "./help-groups.ts";
import { hostCommands } from "./hosting-commands.ts";
import { loginCommands } from "./login-commands.ts";
import { longOptions, otherWord } from "./other-words.ts";
import { firstCommands } from "./project-commands.ts";
import { recordCommands } from "./record-commands.ts";
import { serveCommand, workCommand } from "./serve-command.ts";
import { simulatorCommands } from "./simulate-command.ts";
import { statusCommand } from "./status-commands.ts";
import { yangCommands } from "./yang-commands.ts";

/** The commands that can be sent to a server. */
const withServer: readonly string[] = ["plan", "status", "drift", "apply", "work"];

/** Receives the exit status of the command that ran. */
export type SetExitStatus = (status: number) => void;

/**
 * The whole command line. Nothing runs before it is parsed. Help, the version and errors in the arguments reject with
 * commander's `CommanderError`, which contains the exit status; the message is already printed.
 */
export function program(
  version: string,
  exit: SetExitStatus,
  on: {
    readonly surroundings: Surroundings;
    readonly output: Output;
    /** The arguments. Only the commands that they need are built (see `groupsFor`). Default: all commands. */
    readonly args?: readonly string[] | undefined;
  },
) {
  const root = new Command("trueup")
    .description(
      "Keeps networks true to a Git repository: plan in the pull request, apply on merge, drift on schedule.",
    )
    .version(version, "-V, --version")
    .option(
      "--project <path>",
      "the project file or its folder; default: trueup.yaml here or in a folder above",
    )
    .addOption(environmentOption())
    .addOption(logLevelOption())
    .addOption(logFormatOption())
    .option(
      "--allow-insecure <target>",
      "allow a target with tls.insecure although CI is set; may be repeated",
      addedTo,
    )
    .option("--server <url>", "use a trueup server: for plan, status, drift, apply and work")
    .option("--server-token-file <file>", "the server's token; default: TRUEUP_SERVER_TOKEN")
    .option("--no-color", "no colours; NO_COLOR does the same")
    .option("-q, --quiet", "no progress", false)
    .exitOverride()
    .configureHelp(helpForm)
    .hook("preAction", (_, command) => {
      const { server } = root.opts();
      if (server !== undefined && !withServer.includes(command.name()))
        command.error(`error: --server works with ${withServer.join(", ")}, but not with ${command.name()}`);
    })
    .configureOutput({
      writeOut: (text) => void on.surroundings.stdout.write(text),
      // The message repeats arguments. Others may control their content, such as the name of a branch.
      writeErr: (text) => void on.surroundings.stderr.write(visibleLines(text)),
      outputError: (text, write) => {
        const hint = otherWord(text, () => longOptions(root));
        // The hint replaces commander's own suggestion, which considers only the spelling.
        write(hint === undefined ? text : `${text.split("\n")[0]}\n  hint: ${hint}\n`);
      },
    })
    .addHelpText(
      "after",
      examples(["trueup init", "trueup plan", "trueup apply --yes", "trueup complete zsh   # completion"]),
    );
  const cliOf = (interrupt: InterruptibleRun): Cli => {
    const { color, environment, allowInsecure = [], ...options } = root.opts();
    const project = projectChoice({ ...options, environment }, on.surroundings.env);
    if (!color) on.surroundings.env.NO_COLOR = "1";
    const global: GlobalOptions = { ...options, allowInsecure, project };
    return openCli(global, version, { ...on, interrupt });
  };
  const does: RunAction = (action) => interruptibly(on.output.err, (run) => action(cliOf(run))).then(exit);
  // A command that serves until it is stopped handles signals itself.
  const serves: RunAction = (action) => action(cliOf(uninterrupted())).then(exit);
  for (const group of groupsFor(on.args ?? [])) group.add(root, does, serves);
  groupCommands(root);
  sayWhoseHelp(root, "trueup");
  return root;
}

/** Makes each error in arguments end with a hint: how to get help for the command. */
function sayWhoseHelp(command: CommandUnknownOpts, path: string): void {
  command.showHelpAfterError(`(${path} --help lists commands and options)`);
  for (const each of command.commands) sayWhoseHelp(each, `${path} ${each.name()}`);
}

/** Commands that one function adds to the program, by name. */
interface CommandGroup {
  readonly names: readonly string[];
  readonly add: (root: Root, does: RunAction, serves: RunAction) => void;
}

/** The groups, in the order of the help. */
const groups: readonly CommandGroup[] = [
  {
    names: ["init", "validate", "explain", "eval", "render", "fmt", "kinds", "check", "doctor", "import"],
    add: firstCommands,
  },
  { names: ["plan"], add: planning },
  { names: ["apply"], add: applying },
  { names: ["applied", "history", "rollback", "forget", "unlock"], add: recordCommands },
  { names: ["drift", "adopt", "observe", "status"], add: looking },
  { names: ["serve"], add: serveCommand },
  { names: ["work"], add: workCommand },
  { names: ["login", "logout"], add: loginCommands },
  { names: ["comment", "comment-command", "issue"], add: hostCommands },
  { names: ["schemas", "catalog"], add: catalogCommands },
  { names: ["yang"], add: yangCommands },
  { names: ["simulate", "demo"], add: simulatorCommands },
];

/**
 * The groups to build. If the first word is a command and no help is requested, only this command's group is built,
 * because building all groups takes longer than most runs. Otherwise, all groups are built.
 */
function groupsFor([first = "", ...more]: readonly string[]): readonly CommandGroup[] {
  const named = groups.filter(({ names }) => names.includes(first));
  return named.length === 0 || more.some((word) => ["-h", "--help"].includes(word)) ? groups : named;
}

function planning(root: Root, does: RunAction): void {
  root
    .command("plan")
    .description("show what apply would do; changes nothing")
    .addOption(formatOption("plan"))
    .addOption(outOption("plan"))
    .addOption(annotationsOption())
    .option("--show-unmanaged", "also list live resources that are not declared")
    .option("--requests", "show method, path and body of every write; secrets are hidden")
    .addOption(onlyOption())
    .addOption(baseOption())
    .addOption(pruneOption())
    .addOption(retryOption())
    .option(
      "--proposal-base <rev|dir>",
      "the pull request's target branch; the plan then marks changes that are already on that branch",
    )
    .addOption(configFromOption())
    .option("--rollback-on-failure", "also list changes that `apply --rollback-on-failure` could not revert")
    .option(
      "--snapshot [file]",
      "preview from a snapshot, by default the published one: asks no controller, needs no credentials",
    )
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .addHelpText(
      "after",
      examples([
        "trueup plan",
        "trueup plan --only 'cloud/*' --prune",
        "trueup plan --proposal-base origin/main --out plan.md",
        "trueup plan --snapshot snapshot.json --config-from origin/main",
      ]),
    )
    .action((options) =>
      does(async (cli) => {
        if (cli.global.server !== undefined)
          return (await import("../server/reports.ts")).runServerReport(cli, "plan", options);
        return (await import("../commands/plan.ts")).runPlan(cli, options);
      }),
    );
}

function applying(root: Root, does: RunAction): void {
  root
    .command("apply")
    .description(
      "plan again and apply the plan; asks on a terminal, otherwise needs --yes, --approved or a plan file",
    )
    .argument(
      "[plan]",
      "a plan file of `trueup plan --out plan.json`: apply only that plan; exit 4 if the plan has changed",
    )
    .addOption(formatOption("result"))
    .option("-y, --yes", "do not ask")
    .option("--allow <consent...>", "allow what a guard refuses, as its message says: removals@FINGERPRINT")
    .option("--allow-dirty", "also apply uncommitted changes; they are not recorded as applied")
    .option(
      "--approved <fingerprint>",
      "apply only the plan with this fingerprint; exit 4 if the plan has changed",
    )
    .addOption(plansOption())
    .addOption(onlyOption())
    .addOption(baseOption())
    .addOption(pruneOption())
    .addOption(retryOption())
    .option(
      "--retry-unseen",
      "create resources again if their create was accepted over 24 hours ago and no list shows them; " +
        "trueup.yaml must allow it (retryUnseen)",
    )
    .option("--rollback-on-failure", "if a step fails or health declines, roll back the changes of this run")
    .addOption(onConflictOption())
    .addOption(notifyOption())
    .addHelpText(
      "after",
      examples([
        "trueup apply",
        "trueup apply --approved FINGERPRINT",
        "trueup plan --out plan.json && trueup apply plan.json",
        "trueup apply --yes --only 'routers/*'",
        "trueup apply --yes --only drift",
      ]) + statuses,
    )
    .action((plan, options) =>
      does(async (cli) => {
        if (cli.global.server !== undefined)
          return (await import("../server/apply.ts")).runServerApply(cli, { ...options, plan });
        return (await import("../commands/apply.ts")).runApply(cli, { ...options, plan });
      }),
    );
}

function looking(root: Root, does: RunAction): void {
  root
    .command("drift")
    .description("show live changes since the last apply, and pending changes")
    .addOption(formatOption("drift"))
    .addOption(outOption("drift"))
    .addOption(annotationsOption())
    .addOption(onlyOption())
    .addOption(baseOption())
    .option("--who [time]", "name who caused drift, by the logs of the last 7d, 2h, 90m; default: 7d", since)
    .option("--metrics <file>", "write metrics for Prometheus to this file")
    .option("--detailed-exitcode", "exit with 2 when there is drift or a conflict")
    .addOption(notifyOption())
    .addHelpText("after", examples(["trueup drift --who", "trueup drift --format json --detailed-exitcode"]))
    .action((options) =>
      does(async (cli) => {
        if (cli.global.server !== undefined)
          return (await import("../server/reports.ts")).runServerReport(cli, "drift", options);
        return (await import("../commands/drift.ts")).runDrift(cli, options);
      }),
    );
  root
    .command("adopt")
    .description("write live values back into the files that declare other values")
    .argument("<address...>", "the resources to adopt: 'cloud/network/berlin', 'cloud/*'")
    .addOption(formatOption("result"))
    .addOption(baseOption())
    .option("--dry-run", "show what would be written, but write nothing")
    .option("--strict", "end with 1 if part of an adopted resource cannot be declared")
    .addOption(intoOption())
    .addHelpText("after", examples(["trueup adopt cloud/network/berlin", "trueup adopt '*' --dry-run"]))
    .action((addresses, options) =>
      does(async (cli) => (await import("../commands/adopt.ts")).runAdopt(cli, addresses, options)),
    );
  root
    .command("observe")
    .description("write a snapshot of the live values of declared fields, dated and without secrets")
    .option("--out <file>", "the file to write; default: standard output")
    .option("--publish", "also publish it as a ref of the repository, for `plan --snapshot`")
    .addOption(onlyOption())
    .addOption(baseOption())
    .addHelpText("after", examples(["trueup observe --out snapshot.json", "trueup observe --publish"]))
    .action((options) =>
      does(async (cli) => (await import("../commands/observe.ts")).runObserve(cli, options)),
    );
  statusCommand(root, does);
}
