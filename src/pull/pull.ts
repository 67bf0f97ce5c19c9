/**
 * A pull: determines what files will contain, from the rows of sources and from the current files. Either all files are
 * written, or none. Pure.
 */

import { type Problem, problem } from "../model/problem.ts";
import type { Digest } from "../model/wire.ts";
import { type RowChanges, rowChanges } from "./changes.ts";
import { type Consent, type FileState, guardProblems } from "./guards.ts";
import { ignoredFilters } from "./ignored-filters.ts";
import { digestOf, type Origins, originsIn, originsText, provenanceName, rowsOrigin } from "./provenance.ts";
import { countRows, type OpenSource, readRows } from "./read-rows.ts";
import type { PulledFile, Source } from "./sources.ts";
import { rowsIn, type Table, tableOf } from "./table.ts";

/** A file, with its rows as currently returned by the source. */
export interface ReadTable {
  readonly source: Source;
  readonly file: PulledFile;
  readonly table: Table;
}

/**
 * Reads the rows of all files. All sources are read in parallel. Returns the problem of each file that failed, and
 * warnings.
 */
export async function readTables(
  open: readonly OpenSource[],
  signal: AbortSignal,
): Promise<{ readonly tables: readonly ReadTable[]; readonly problems: readonly Problem[] }> {
  const read = await Promise.all(open.map((one) => tablesOf(one, signal)));
  return { tables: read.flatMap(({ tables }) => tables), problems: read.flatMap(({ problems }) => problems) };
}

async function tablesOf(open: OpenSource, signal: AbortSignal) {
  const tables: ReadTable[] = [];
  const problems: Problem[] = [];
  for (const file of open.source.files) {
    signal.throwIfAborted();
    const read = await readRows(open, file.query, signal);
    const table = "problem" in read ? { problems: [read.problem] } : tableOf(file, read.rows);
    if ("text" in table) {
      tables.push({ source: open.source, file, table });
      problems.push(...(await filterWarnings(open, { file, rows: table.rows.length }, signal)));
    } else
      problems.push(
        ...table.problems.filter((one) => !problems.some(({ message }) => message === one.message)),
      );
  }
  return { tables, problems };
}

async function filterWarnings(
  open: OpenSource,
  { file, rows }: { readonly file: PulledFile; readonly rows: number },
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const { path, query } = file;
  if (open.source.type !== "netbox" || query.is !== "list") return [];
  return ignoredFilters({ path, query, rows, count: (list) => countRows(open, list, signal) });
}

/** The current files of a project, by their paths. Missing files have no entry. */
export type FilesNow = ReadonlyMap<string, string>;

/** The result for one file. */
interface FileOutcome {
  readonly path: string;
  readonly source: string;
  readonly rows: number;
  readonly changes: RowChanges;
  /** False if the file stays unchanged, byte for byte. */
  readonly isWritten: boolean;
}

/** The result of a pull. If there are problems, nothing is written. */
export interface PullResult {
  readonly outcomes: readonly FileOutcome[];
  /** The texts to write, including the files with the origins of rows. */
  readonly writes: readonly { readonly path: string; readonly text: string }[];
  readonly problems: readonly Problem[];
}

/** What a pull is allowed to do. */
export interface PullOptions {
  readonly allow: readonly Consent[];
  readonly digest: Digest;
}

/** The paths of the files that `decidePull` needs. */
export function pathsOf(files: readonly PulledFile[]): readonly string[] {
  return [...new Set(files.flatMap(({ path }) => [path, provenanceOf(path)]))];
}

/** Decides which files are written, and with which text. */
export function decidePull(tables: readonly ReadTable[], now: FilesNow, options: PullOptions): PullResult {
  const folders = new Map<string, Origins>();
  const problems: Problem[] = [];
  for (const { file } of tables) {
    const path = provenanceOf(file.path);
    const text = now.get(path);
    const origins = text === undefined ? {} : originsIn(text);
    if (origins === undefined && !folders.has(path)) problems.push(unreadable(path));
    folders.set(path, origins ?? {});
  }
  if (problems.length > 0) return { outcomes: [], writes: [], problems };
  const writes: { path: string; text: string }[] = [];
  const outcomes = tables.map((read): FileOutcome => {
    const { outcome, faults, isNew } = decideFile(read, { now, folders, ...options });
    problems.push(...faults);
    if (isNew) writes.push({ path: read.file.path, text: read.table.text });
    return outcome;
  });
  for (const [path, origins] of folders) {
    const text = originsText(origins);
    if (text !== undefined && text !== now.get(path)) writes.push({ path, text });
  }
  return { outcomes, writes: problems.length > 0 ? [] : writes, problems };
}

interface Deciding extends PullOptions {
  readonly now: FilesNow;
  /** The origins by folder, updated for the decided files. */
  readonly folders: Map<string, Origins>;
}

function decideFile({ source, file, table }: ReadTable, { now, folders, allow, digest }: Deciding) {
  const { path, key } = file;
  const there = provenanceOf(path);
  const origins = folders.get(there) ?? {};
  const text = now.get(path);
  const isSame = text !== undefined && text.replaceAll("\r\n", "\n") === table.text.replaceAll("\r\n", "\n");
  const known = origins[nameOf(path)];
  const standing = isSame ? "pulled" : standingOf(text, known?.sha256, digest);
  const before = text === undefined ? [] : (rowsIn(path, text) ?? []);
  const changes = rowChanges(key, before, table.rows);
  const sizes = { before: before.length, after: table.rows.length };
  const faults = guardProblems({ file, standing, changes, ...sizes, allow });
  const origin = rowsOrigin(source, file, { ...table, digest });
  folders.set(there, { ...origins, [nameOf(path)]: origin });
  const outcome = { path, source: source.name, rows: table.rows.length, changes, isWritten: !isSame };
  return { outcome, faults, isNew: !isSame };
}

function standingOf(text: string | undefined, sha256: string | undefined, digest: Digest): FileState {
  if (text === undefined) return "none";
  if (sha256 === undefined) return "foreign";
  return digestOf(text, digest) === sha256 ? "pulled" : "edited";
}

function provenanceOf(path: string): string {
  return path.slice(0, path.length - nameOf(path).length) + provenanceName;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function unreadable(path: string): Problem {
  return problem("bad-provenance", `${path} cannot be read, so the origin of the files is unknown.`, {
    hint: "Restore this file from an earlier commit, or remove it and run with --allow edits.",
  });
}
