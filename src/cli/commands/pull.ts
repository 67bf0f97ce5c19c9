/** `trueup pull`: writes rows from sources into files of desired state. A plan never reads from a source. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasErrors, type Problem, problem } from "../../model/problem.ts";
import { findSources, type ReadSources } from "../../project/sources.ts";
import type { Consent } from "../../pull/guards.ts";
import { decidePull, pathsOf, readTables } from "../../pull/pull.ts";
import type { PulledFile, Source } from "../../pull/sources.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import { type PullReport, pullDocument, pullText } from "../../report/pull/pull-report.ts";
import { digest } from "../../runtime/digest.ts";
import { unwritable } from "../../runtime/files/file-problems.ts";
import { readText } from "../../runtime/files/files.ts";
import { inTheWay, replaceAll } from "../../runtime/files/replace-all.ts";
import { computed, fromFiles } from "../../runtime/signals.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import type { Cli } from "../cli.ts";
import { openSources } from "../open-sources.ts";
import { framed } from "../running.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface PullCommandOptions {
  readonly format: FormatFor<"result">;
  /** The names of sources. Default: all sources. */
  readonly names: readonly string[];
  /** If true, nothing is written; the exit status shows whether a file would change. */
  readonly check?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly allow?: readonly Consent[] | undefined;
}

/**
 * Exit status: 0; 1 if a source failed or a guard refused, so that nothing was written; 2 if a file would change with
 * `--check`.
 */
export async function runPull(cli: Cli, options: PullCommandOptions): Promise<number> {
  return framed(cli, async () => {
    const found = await findSources(cli.cwd, cli.global.project);
    if (!found) return refuse(cli, [noSources()], options);
    if (!found.sources || hasErrors(found.problems))
      return refuse(cli, found.problems, { ...options, folder: found.folder });
    tellProblems(cli, found.problems);
    const chosen = chosenOf(found.sources, options.names);
    if ("unknown" in chosen) return refuse(cli, [chosen.unknown], { ...options, folder: found.folder });
    try {
      return await pull(cli, { ...found, sources: chosen.sources }, options);
    } catch (error) {
      const status = cli.interrupt.status();
      if (status !== undefined) return status;
      throw error;
    }
  });
}

type Found = ReadSources & { readonly sources: readonly Source[] };

async function pull(cli: Cli, { folder, sources }: Found, options: PullCommandOptions): Promise<number> {
  const files = sources.flatMap((source) => source.files);
  const first = await filesNow(folder, files);
  if ("problems" in first) return refuse(cli, first.problems, { ...options, folder });
  const opened = await openSources(cli, folder, sources);
  if (hasErrors(opened.problems)) return refuse(cli, opened.problems, { ...options, folder });
  tellProblems(cli, opened.problems);
  try {
    const read = await readTables(opened.open, cli.interrupt.signal);
    cli.interrupt.signal.throwIfAborted();
    if (hasErrors(read.problems)) return refuse(cli, read.problems, { ...options, folder });
    tellProblems(cli, read.problems);
    // The files are read again, because somebody may have edited a file while the sources were read. The guards must
    // see that edit.
    const now = await filesNow(folder, files);
    if ("problems" in now) return refuse(cli, now.problems, { ...options, folder });
    const decide = () => decidePull(read.tables, now.texts, { allow: options.allow ?? [], digest });
    const { outcomes, writes, problems } = await computed(fromFiles, decide);
    const isOnlySeen = options.check === true || options.dryRun === true;
    if (problems.length > 0) {
      if (options.format === "text") print(cli, { files: outcomes, done: "refused" }, options);
      return refuse(cli, problems, { ...options, folder });
    }
    const failed = isOnlySeen ? undefined : await written(folder, writes);
    if (failed) return refuse(cli, [failed], { ...options, folder });
    print(cli, { files: outcomes, done: isOnlySeen ? "seen" : "written" }, options);
    return options.check === true && writes.length > 0 ? 2 : 0;
  } finally {
    await opened.close();
  }
}

function print(cli: Cli, report: PullReport, { format }: PullCommandOptions): void {
  cli.out(
    resultIn(format, { text: () => pullText(report, cli.style), document: () => pullDocument(report) }),
  );
}

function refuse(
  cli: Cli,
  problems: readonly Problem[],
  { format, folder }: Pick<PullCommandOptions, "format"> & { readonly folder?: string },
): 1 {
  printProblems(cli, problems, { format, folder });
  if (format === "text" && !cli.global.quiet) cli.err("Nothing was written.\n");
  return 1;
}

async function written(
  folder: string,
  writes: readonly { readonly path: string; readonly text: string }[],
): Promise<Problem | undefined> {
  try {
    await replaceAll(folder, writes);
    return undefined;
  } catch (error) {
    return unwritable(writes[0]?.path ?? "", error);
  }
}

/** The texts of the existing files; a problem for each path that contains a symbolic link. */
async function filesNow(
  folder: string,
  files: readonly PulledFile[],
): Promise<{ readonly texts: ReadonlyMap<string, string> } | { readonly problems: readonly Problem[] }> {
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  for (const path of pathsOf(files)) {
    const obstacle = await inTheWay(folder, path);
    if (obstacle !== undefined) problems.push(blocked(path, obstacle));
    else {
      const read = await readText(join(folder, path), path, { isOwn: true });
      if ("file" in read) texts.set(path, read.file.text);
      else if (existsSync(join(folder, path))) problems.push(read.problem);
    }
  }
  return problems.length > 0 ? { problems } : { texts };
}

function chosenOf(
  sources: readonly Source[],
  names: readonly string[],
): { readonly sources: readonly Source[] } | { readonly unknown: Problem } {
  const known = sources.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const message = `there is no source \`${unknown}\` in sources.yaml`;
    return { unknown: problem("unknown-source", message, { hint: meant(unknown, known) }) };
  }
  return { sources: names.length === 0 ? sources : sources.filter(({ name }) => names.includes(name)) };
}

function blocked(path: string, obstacle: string): Problem {
  const hint =
    "Remove the symbolic link, or name another file: trueup writes rows neither to a link nor below one.";
  return problem("bad-pull-path", `${path} cannot be written: ${obstacle}.`, { hint });
}

function noSources(): Problem {
  const hint =
    "Write a sources.yaml with the servers from which rows are read: docs/sources.md has an example.";
  return problem("no-sources", "there is no sources.yaml here or in a folder above.", { hint });
}
