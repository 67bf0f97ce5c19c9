/**
 * `trueup fmt`: formats the project's YAML files without changing comments or values. Needs no network, no secrets and
 * no Git.
 */

import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text as textFrom } from "node:stream/consumers";
import { type FormatResult, formatYaml } from "../../../import/edit/format.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { desiredFolders } from "../../../model/project.ts";
import type { SourceText } from "../../../model/source.ts";
import { readProject } from "../../../project/read.ts";
import { visible } from "../../../report/text/escape.ts";
import { counted } from "../../../report/text/value.ts";
import { readText, readTree, readTrees, writeWhole } from "../../../runtime/files/files.ts";
import { computed, fromFiles } from "../../../runtime/signals.ts";
import type { Cli } from "../../cli.ts";
import { printProblems } from "../../terminal/printing.ts";

/** The command's arguments and options. */
export interface FmtOptions {
  /** Files and folders, relative to the working directory. With `-`, standard input is formatted to standard output. */
  readonly paths: readonly string[];
  /** If true, nothing is written; the exit status shows whether a file would change. */
  readonly check?: boolean | undefined;
}

/** The texts to format, and the files that cannot be read. */
interface FoundTexts {
  /** The texts; `path` is printed in messages. */
  readonly texts: readonly (SourceText & { readonly real: string })[];
  readonly problems: readonly Problem[];
}

/** Exit status: 0; 1 if a file cannot be read or formatted, or with `--check` if a file would change. */
export async function runFmt(cli: Cli, { paths, check = false }: FmtOptions): Promise<number> {
  if (paths.includes("-")) return formatStream(cli, paths, check);
  const found = paths.length === 0 ? await ofProject(cli) : await namedTexts(cli, paths);
  const problems = [...found.problems];
  const changed: string[] = [];
  for (const { real, path, text } of found.texts) {
    const formatted = await computed(fromFiles, () => formatYaml(text));
    if ("because" in formatted) problems.push(notFormatted(path, formatted));
    else if (formatted.text !== text) {
      if (!check) await writeWhole(real, formatted.text);
      changed.push(path);
    }
  }
  for (const path of changed) cli.out(`${visible(path)}\n`);
  if (problems.length > 0) printProblems(cli, problems, { format: "text" });
  const all = found.texts.length;
  if (!cli.global.quiet && (changed.length > 0 || problems.length === 0))
    cli.err(`${summaryOf(all, changed.length, check)}\n`);
  return problems.length > 0 || (check && changed.length > 0) ? 1 : 0;
}

function summaryOf(all: number, changed: number, check: boolean): string {
  if (changed === 0) return `${counted(all, "file")}: all are formatted.`;
  return check
    ? `${counted(changed, "file")} of ${all} would be formatted: run \`trueup fmt\`.`
    : `${counted(changed, "file")} of ${all} formatted.`;
}

async function formatStream(cli: Cli, paths: readonly string[], check: boolean): Promise<number> {
  if (paths.length > 1) {
    cli.err("error: `-` cannot be combined with files: standard input is formatted to standard output.\n");
    return 1;
  }
  const text = await textFrom(cli.stdin);
  const formatted = formatYaml(text);
  if ("because" in formatted) {
    printProblems(cli, [notFormatted("standard input", formatted)], { format: "text" });
    return 1;
  }
  if (!check) cli.out(formatted.text);
  return check && formatted.text !== text ? 1 : 0;
}

/** The project file, and its YAML files of desired state, even if these have errors. */
async function ofProject(cli: Cli): Promise<FoundTexts> {
  const { read, folder, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read || folder === undefined) return { texts: [], problems };
  const tree = await readTrees(folder, desiredFolders(read.project));
  const own = await readText(join(folder, read.fileName), read.fileName);
  const files = [...("file" in own ? [own.file] : []), ...tree.files];
  const texts = files.filter(isYaml).map((file) => ({ ...file, real: join(folder, file.path) }));
  return { texts, problems: tree.problems.filter(isError) };
}

async function namedTexts(cli: Cli, paths: readonly string[]): Promise<FoundTexts> {
  const texts: FoundTexts["texts"][number][] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const real = resolve(cli.cwd, path);
    const isFolder = await stat(real).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) {
      const tree = await readTree(real, ".");
      problems.push(...tree.problems.filter(isError));
      for (const file of tree.files.filter(isYaml))
        texts.push({ text: file.text, path: join(path, file.path), real: join(real, file.path) });
    } else {
      const read = await readText(real, path);
      if ("file" in read) texts.push({ ...read.file, real });
      else problems.push(read.problem);
    }
  }
  return { texts, problems };
}

function isYaml({ path, fault }: SourceText): boolean {
  return fault === undefined && /\.ya?ml$/.test(path);
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function notFormatted(path: string, result: Exclude<FormatResult, { readonly text: string }>): Problem {
  const { because, line = 1, column = 1 } = result;
  return problem("not-formatted", `${path} was not formatted: ${because}.`, {
    hint: "Correct the text, or format it by hand.",
    at: { file: path, line, column },
  });
}
