/** The files of `--out`: the result in the format that each file name implies, or the reason why there is no result. */

import { resolve } from "node:path";
import type { Problem } from "../model/problem.ts";
import type { Writers } from "../report/formats/format.ts";
import { type FormatFor, formatOfFile, noPlanIn } from "../report/formats/registry.ts";
import { problemsWithout } from "../report/without-secrets.ts";
import { unwritable } from "../runtime/files/file-problems.ts";
import { writeNamed } from "../runtime/files/files.ts";
import { folderSeen } from "./ci-runner.ts";
import type { Cli } from "./cli.ts";
import { tellProblems } from "./terminal/printing.ts";

/** Writes a file that an option names. Returns false if the file could not be written, which is reported. */
export async function writeOut(cli: Cli, path: string, text: string): Promise<boolean> {
  try {
    await writeNamed(resolve(cli.cwd, path), text);
    return true;
  } catch (error) {
    tellProblems(cli, [unwritable(path, error)]);
    return false;
  }
}

/** The files of `--out`, and the content to write. */
export interface OutFiles<D extends keyof Writers> {
  readonly document: D;
  readonly out: readonly string[] | undefined;
}

/** Writes each file in its own format. Returns false if a file could not be written, which is reported. */
export async function writeResults<D extends keyof Writers>(
  cli: Cli,
  { document, out = [] }: OutFiles<D>,
  written: (format: FormatFor<D>) => string | Promise<string>,
): Promise<boolean> {
  let isWritten = true;
  for (const path of out)
    isWritten = (await writeOut(cli, path, await written(formatOfFile(path, document)))) && isWritten;
  return isWritten;
}

/** Writes the problems into the files for a plan or drift report, except HTML files. */
export async function writeProblems(
  cli: Cli,
  problems: readonly Problem[],
  {
    out = [],
    folder,
  }: { readonly out?: readonly string[] | undefined; readonly folder?: string | undefined },
): Promise<void> {
  const shown = problemsWithout(problems, cli.secrets);
  for (const path of out) {
    const text = noPlanIn(formatOfFile(path, "plan"), shown, folderSeen(cli, folder ?? cli.cwd));
    if (text !== undefined) await writeOut(cli, path, text);
  }
}
