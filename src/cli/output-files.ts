/** The files of `--out`: the result in the format that each name asks for, or why there is none. */

import { resolve } from "node:path";
import type { Problem } from "../model/problem.ts";
import { noPlanMarkdown, problemsText } from "../report/problems.ts";
import { plain } from "../report/text/style.ts";
import { problemsWithout } from "../report/without-secrets.ts";
import { unwritable } from "../runtime/files/file-problems.ts";
import { writeNamed } from "../runtime/files/files.ts";
import { folderSeen } from "./ci-runner.ts";
import type { Cli, Format } from "./cli.ts";
import { formatOf, problemsIn } from "./formats.ts";
import { tellProblems } from "./terminal/printing.ts";

/** Writes a file that an option names. False: it could not be written, and that is told. */
export async function writeOut(cli: Cli, path: string, text: string): Promise<boolean> {
  try {
    await writeNamed(resolve(cli.cwd, path), text);
    return true;
  } catch (error) {
    tellProblems(cli, [unwritable(path, error)]);
    return false;
  }
}

/** Writes each file in its own format. False: one could not be written, and that is told. */
export async function writeResults(
  cli: Cli,
  out: readonly string[] | undefined,
  written: (format: Format) => string | Promise<string>,
): Promise<boolean> {
  let isWritten = true;
  for (const path of out ?? [])
    isWritten = (await writeOut(cli, path, await written(formatOf(path)))) && isWritten;
  return isWritten;
}

/** Writes what is wrong in the place of a result; no page of HTML. */
export async function writeProblems(
  cli: Cli,
  problems: readonly Problem[],
  {
    out = [],
    folder,
  }: { readonly out?: readonly string[] | undefined; readonly folder?: string | undefined },
): Promise<void> {
  const shown = problemsWithout(problems, cli.secrets);
  const files = out.filter((path) => formatOf(path) !== "html");
  await writeResults(cli, files, (format) => {
    const document = problemsIn(format, shown, folderSeen(cli, folder ?? cli.cwd));
    return document ?? (format === "markdown" ? noPlanMarkdown(shown) : problemsText(shown, plain));
  });
}
