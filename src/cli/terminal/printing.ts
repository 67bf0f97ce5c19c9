/** How problems are printed: for people, for machines and for the runner of a workflow. */

import type { Problem } from "../../model/problem.ts";
import { problemFindings } from "../../report/findings/findings.ts";
import { problemsText } from "../../report/problems.ts";
import { problemsWithout } from "../../report/without-secrets.ts";
import { type Annotations, annotate, folderSeen } from "../ci-runner.ts";
import type { Cli, Format } from "../cli.ts";
import { problemsIn } from "../formats.ts";

/** How problems are printed. */
export interface PrintOptions {
  readonly format: Format;
  readonly annotations?: Annotations | undefined;
  /** The project's folder, where there is one. */
  readonly folder?: string | undefined;
}

/** Prints problems: on standard error for people, as the one document on standard output for machines. */
export function printProblems(cli: Cli, problems: readonly Problem[], on: PrintOptions): void {
  const shown = problemsWithout(problems, cli.secrets);
  const document = problemsIn(on.format, shown, folderSeen(cli, on.folder ?? cli.cwd));
  if (document === undefined) tellProblems(cli, problems);
  else cli.out(document);
  annotateProblems(cli, problems, on);
}

/** Prints problems for people, on standard error; nothing for none. */
export function tellProblems(cli: Cli, problems: readonly Problem[]): void {
  if (problems.length > 0) cli.err(problemsText(problemsWithout(problems, cli.secrets), cli.errStyle));
}

/** Prints problems for the runner of a workflow, where that was asked for. */
export function annotateProblems(
  cli: Cli,
  problems: readonly Problem[],
  { annotations, folder }: PrintOptions,
): void {
  annotate(cli, problemFindings(problemsWithout(problems, cli.secrets)), {
    annotations,
    folder: folderSeen(cli, folder ?? cli.cwd),
  });
}
