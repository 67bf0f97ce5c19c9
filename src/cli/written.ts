/** The files of `--out`: the result in the format that each name asks for, or why there is none. */

import { resolve } from "node:path";
import type { Problem } from "../model/problem.ts";
import { noPlanMarkdown, problemsText } from "../report/problems.ts";
import { plain } from "../report/text/style.ts";
import { problemsWithout } from "../report/without-secrets.ts";
import { writeWhole } from "../runtime/files/files.ts";
import { folderSeen } from "./ci-runner.ts";
import type { Cli, Format } from "./cli.ts";
import { formatOf, problemsIn } from "./formats.ts";

/** Writes each file in its own format. */
export async function writeResults(
  cli: Cli,
  out: readonly string[] | undefined,
  written: (format: Format) => string | Promise<string>,
): Promise<void> {
  for (const path of out ?? []) await writeWhole(resolve(cli.cwd, path), await written(formatOf(path)));
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
