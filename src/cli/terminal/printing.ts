/** How problems are printed: for people, for machines and for the runner of a workflow. */

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
  /** The project's folder, where there is one. */
  readonly folder?: string | undefined;
}

/** Prints problems: on standard error for people, as the one document on standard output for machines. */
export function printProblems(cli: Cli, problems: readonly Problem[], on: PrintOptions): void {
  printShown(cli, problemsWithout(problems, cli.secrets), on);
}

/** The same of problems that hold no secret any more. */
export function printShown(cli: Cli, shown: readonly Problem[], on: PrintOptions): void {
  const document = problemsIn(on.format, shown, folderSeen(cli, on.folder ?? cli.cwd));
  if (document === undefined) tellShown(cli, shown);
  else cli.out(document);
  annotateShown(cli, shown, on);
}

/** Prints problems for people, on standard error; nothing for none. */
export function tellProblems(cli: Cli, problems: readonly Problem[]): void {
  tellShown(cli, problemsWithout(problems, cli.secrets));
}

/** The same of problems that hold no secret any more. */
export function tellShown(cli: Cli, shown: readonly Problem[]): void {
  if (shown.length > 0) cli.err(problemsText(shown, cli.errStyle));
}

/** Prints problems for the runner of a workflow, where that was asked for. */
export function annotateProblems(cli: Cli, problems: readonly Problem[], on: PrintOptions): void {
  annotateShown(cli, problemsWithout(problems, cli.secrets), on);
}

function annotateShown(cli: Cli, shown: readonly Problem[], { annotations, folder }: PrintOptions): void {
  annotate(cli, problemFindings(shown), { annotations, folder: folderSeen(cli, folder ?? cli.cwd) });
}
