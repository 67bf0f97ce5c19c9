/** Prepares a command: reads and checks the project, opens secrets and sessions, or prints every problem. */

import type { OpenProjectOptions } from "../engine/open.ts";
import {
  type CheckedProject,
  type ComparedSides,
  compareSides,
  type SideOptions,
} from "../engine/sides/compared-sides.ts";
import { type OpenedSides, openSides } from "../engine/sides/opened-sides.ts";
import { hasErrors, type Problem } from "../model/problem.ts";
import { type ReadProjectResult, readProject } from "../project/read.ts";
import { baseText } from "../report/apply/applied-text.ts";
import type { AnnotationHost, FormatName } from "../report/formats/registry.ts";
import { withPooledSecrets } from "../runtime/secrets/secret-pool.ts";
import { budgetsOf } from "./budgets.ts";
import type { Cli } from "./cli.ts";
import { writeProblems } from "./output-files.ts";
import { annotateProblems, type PrintOptions, printProblems, tellProblems } from "./terminal/printing.ts";

/** How a command's project is read. */
export interface ReadOptions extends SideOptions {
  readonly format: FormatName;
  readonly annotations?: AnnotationHost | undefined;
  /** Output files; if there is no result, they contain the reason. */
  readonly out?: readonly string[] | undefined;
  /** The revision from which the project file is read. Default: the file on disk. */
  readonly configFrom?: string | undefined;
  /** If true, the desired-state folder may be missing, because it is created later. */
  readonly first?: boolean;
  /** If true, targets with `changedSince` reuse the reads of earlier runs in this checkout. */
  readonly since?: boolean;
}

/** The inputs of a command besides its project. */
export type PrepareOptions = ReadOptions &
  Pick<OpenProjectOptions, "secrets" | "listener" | "notifies" | "targets" | "ungated">;

/** The exit status of a command that ends before it begins; the reason has been printed. */
export interface RefusedCommand {
  readonly status: 1 | 4;
}

/** Reads the project and checks it. If there are errors, prints every problem and returns the exit status. */
export async function readChecked(cli: Cli, options: ReadOptions): Promise<CheckedProject | RefusedCommand> {
  const found = await readProject(cli.cwd, cli.global.project, { revision: options.configFrom });
  return checkedProject(cli, found, options);
}

/** Checks a project that has been read. If there are errors, prints every problem and returns the exit status. */
export function checkedProject(
  cli: Cli,
  found: ReadProjectResult,
  options: ReadOptions,
): CheckedProject | RefusedCommand | Promise<RefusedCommand> {
  const { read, folder = cli.cwd } = found;
  const problems = found.problems.filter(({ code }) => !options.first || code !== "missing-folder");
  if (!read || hasErrors(problems)) return refuse(cli, problems, { ...options, folder });
  return { read, folder, problems };
}

/** Reads the revisions that the user names. If there are errors, prints every problem and returns the exit status. */
export async function readSides(
  cli: Cli,
  options: ReadOptions,
  checked: CheckedProject,
): Promise<ComparedSides | RefusedCommand> {
  const sides = await compareSides(checked, options, cli.cwd);
  return "wrong" in sides ? refuse(cli, sides.wrong, { ...options, folder: checked.folder }) : sides;
}

/**
 * Prepares the command. If there are errors, prints every problem and returns the exit status; warnings are printed,
 * and the command continues.
 */
export async function prepare(
  cli: Cli,
  options: PrepareOptions,
  checked: CheckedProject,
): Promise<OpenedSides | RefusedCommand> {
  const sides = await readSides(cli, options, checked);
  if ("status" in sides) return sides;
  const { folder, state } = sides;
  const { secrets, listener, notifies, targets, ungated, since } = options;
  const { opened, problems } = await openSides(sides, {
    ...openingOf(cli),
    secrets,
    listener,
    notifies,
    targets,
    ungated,
    since,
    proposal: (options.proposalBase ?? options.configFrom) !== undefined,
  });
  if (!opened) return refuse(cli, problems, { ...options, folder });
  reportProblems(cli, problems, { ...options, folder });
  if (state && options.base === undefined && options.format === "text" && !cli.global.quiet)
    cli.err(baseText(state.applied, !state.repository.unreachable));
  return opened;
}

/** The options with which a command line opens projects. */
export function openingOf(cli: Cli) {
  return {
    env: withPooledSecrets(cli.env),
    log: cli.log,
    redactor: cli.secrets,
    cut: cli.interrupt.cut,
    budgets: budgetsOf(cli),
    allowInsecure: cli.global.allowInsecure,
  };
}

async function refuse(
  cli: Cli,
  problems: readonly Problem[],
  printing: PrintOptions & Pick<ReadOptions, "out">,
): Promise<RefusedCommand> {
  printProblems(cli, problems, printing);
  await writeProblems(cli, problems, printing);
  return { status: 1 };
}

/** Prints the warnings of a run that continues. */
export function reportProblems(cli: Cli, problems: readonly Problem[], printing: PrintOptions): void {
  tellProblems(cli, problems);
  annotateProblems(cli, problems, printing);
}
