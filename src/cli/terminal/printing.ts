/** Prints problems for people, for machines, and for workflow runners. */

import type { Problem } from "../../model/problem.ts";
import { problemFindings } from "../../report/findings/findings.ts";
import { type AnnotationHost, type FormatName, problemsIn } from "../../report/formats/registry.ts";
import { problemsText } from "../../report/problems.ts";
import { problemsWithout } from "../../report/without-secrets.ts";
import { annotate, folderSeen } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";

/** How problems are printed. */
export interface PrintOptions {
  readonly format: FormatName;
  readonly annotations?: AnnotationHost | undefined;
  /** The project's folder, if there is a project. */
  readonly folder?: string | undefined;
}

/** Prints problems: for people on standard error; for machines on standard output, as a single document. */
export function printProblems(cli: Cli, problems: readonly Problem[], on: PrintOptions): void {
  printShown(cli, problemsWithout(problems, cli.secrets), on);
}

/** Like `printProblems`, for problems whose secrets are already redacted. */
export function printShown(cli: Cli, shown: readonly Problem[], on: PrintOptions): void {
  const document = problemsIn(on.format, shown, folderSeen(cli, on.folder ?? cli.cwd));
  if (document === undefined) tellShown(cli, shown);
  else cli.out(document);
  annotateShown(cli, shown, on);
}

/** Prints problems for people, on standard error; prints nothing if there are none. */
export function tellProblems(cli: Cli, problems: readonly Problem[]): void {
  tellShown(cli, problemsWithout(problems, cli.secrets));
}

/** Like `tellProblems`, for problems whose secrets are already redacted. */
export function tellShown(cli: Cli, shown: readonly Problem[]): void {
  if (shown.length > 0) cli.err(problemsText(shown, cli.errStyle));
}

/** Prints problems for the workflow runner, if that was requested. */
export function annotateProblems(cli: Cli, problems: readonly Problem[], on: PrintOptions): void {
  annotateShown(cli, problemsWithout(problems, cli.secrets), on);
}

function annotateShown(cli: Cli, shown: readonly Problem[], { annotations, folder }: PrintOptions): void {
  annotate(cli, problemFindings(shown), { annotations, folder: folderSeen(cli, folder ?? cli.cwd) });
}
