/** Files of the project: reads the desired-state tree without leaving it, and writes files whole or not at all. */

import { randomUUID } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";

/** What came of reading: every file that could be read, and a problem for each that could not. */
export interface ReadFiles {
  /** In the order of their paths, by code unit. */
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
}

const largestBytes = 8 * 1024 * 1024;
const deepestFolders = 64;

/** Open at once: enough to hide the latency of a disk, few enough for any limit on open files. */
const openAtOnce = 64;

/**
 * Reads all `*.yaml` and `*.yml` below `root`/`folder`. Paths are relative to `root`, with forward slashes. What
 * begins with a dot is skipped. Links are followed only while they stay inside `folder`; pipes, devices, files
 * over 8 MB and what is not UTF-8 are problems. Never throws.
 */
export async function readTree(root: string, folder: string): Promise<ReadFiles> {
  const top = await realpath(resolve(root, folder)).catch(() => undefined);
  const inside = await realpath(root).catch(() => root);
  if (top === undefined) return { files: [], problems: [missingFolder(folder)] };
  if (!isInside(top, inside)) return { files: [], problems: [leaves(folder)] };
  const found: Found[] = [];
  const problems: Problem[] = [];
  await walk({ top, found, problems }, { path: folder.replace(/\/+$/, ""), real: top, above: [] });
  const files: SourceText[] = [];
  const queue = found.values();
  const readNext = async () => {
    for (const each of queue) {
      const read = await readText(each.real, each.path);
      if ("file" in read) files.push(read.file);
      else problems.push(read.problem);
    }
  };
  await Promise.all(Array.from({ length: openAtOnce }, readNext));
  return { files: files.sort(byPath), problems: problems.sort((a, b) => compare(a.message, b.message)) };
}

/** Reads one file: `real` on the disk, `path` in what is said about it. The same bounds as for a tree. */
export async function readText(
  real: string,
  path: string,
): Promise<{ readonly file: SourceText } | { readonly problem: Problem }> {
  try {
    // Non-blocking: a pipe without a writer would hold the run up.
    await using file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) return { problem: unreadable(path, "it is not a plain file") };
    if (stat.size > largestBytes) return { problem: unreadable(path, "it is larger than 8 MB") };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
    return { file: { path, text } };
  } catch (error) {
    return { problem: unreadable(path, reason(error)) };
  }
}

/**
 * Writes a file so that it is there whole or as it was before, even after a crash: a temporary file beside it,
 * flushed, then renamed. Folders on the way are made. Rejects when it cannot; nothing is left behind then.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}.draft`);
  try {
    await using file = await open(draft, "wx", 0o666);
    await file.writeFile(text, "utf8");
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await using entry = await open(folder, constants.O_RDONLY);
  await entry.sync();
}

interface Found {
  readonly path: string;
  readonly real: string;
}

interface Folder extends Found {
  /** Real paths of the folders it is in, so that a link to one of them ends there. */
  readonly above: readonly string[];
}

interface Walk {
  readonly top: string;
  readonly found: Found[];
  readonly problems: Problem[];
}

async function walk(to: Walk, folder: Folder): Promise<void> {
  if (folder.above.length > deepestFolders) {
    to.problems.push(unreadable(folder.path, `it lies under more than ${deepestFolders} folders`));
    return;
  }
  const entries = await readdir(folder.real, { withFileTypes: true }).catch((error) => {
    to.problems.push(unreadable(folder.path, reason(error)));
    return [];
  });
  const shown = entries.filter(({ name }) => !name.startsWith("."));
  await Promise.all(shown.map((entry) => visit(to, folder, entry)));
}

async function visit(to: Walk, folder: Folder, entry: Dirent): Promise<void> {
  const path = `${folder.path}/${entry.name}`;
  const real = join(folder.real, entry.name);
  const isYaml = /\.ya?ml$/.test(entry.name);
  if (entry.isDirectory()) await walk(to, { path, real, above: [...folder.above, folder.real] });
  else if (entry.isSymbolicLink()) await follow(to, folder, { path, real, isYaml });
  else if (isYaml) to.found.push({ path, real });
}

async function follow(to: Walk, folder: Folder, link: Found & { readonly isYaml: boolean }): Promise<void> {
  const { path, isYaml } = link;
  const above = [...folder.above, folder.real];
  const real = await realpath(link.real).catch(() => undefined);
  if (real === undefined) {
    if (isYaml) to.problems.push(unreadable(path, "it is a link to nothing"));
  } else if (!isInside(real, to.top)) to.problems.push(leaves(path));
  else if (above.includes(real)) to.problems.push(unreadable(path, "it is a link to a folder that it is in"));
  else if (isYaml) to.found.push({ path, real });
  else await walkLinked(to, { path, real, above });
}

/** A link that is not named like a YAML file matters only when it leads to a folder. */
async function walkLinked(to: Walk, folder: Folder): Promise<void> {
  const isFolder = await readdir(folder.real).then(
    () => true,
    () => false,
  );
  if (isFolder) await walk(to, folder);
}

function isInside(real: string, top: string): boolean {
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

function byPath(a: SourceText, b: SourceText): number {
  return compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function reason(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "it cannot be read";
  switch (error.code) {
    case "ENOENT":
      return "it does not exist";
    case "EACCES":
    case "EPERM":
      return "this user may not read it";
    case "EISDIR":
      return "it is a folder";
    case "ERR_ENCODING_INVALID_ENCODED_DATA":
      return "it is not UTF-8";
    default:
      return `it cannot be read (${String(error.code)})`;
  }
}

function unreadable(path: string, why: string): Problem {
  return problem("unreadable-file", `${path}: ${why}.`, { at: { file: path, line: 1, column: 1 } });
}

function leaves(path: string): Problem {
  return problem("link-outside", `${path}: it is a link that leaves the desired-state folder.`, {
    at: { file: path, line: 1, column: 1 },
    hint: "Put a copy of the file there instead of the link.",
  });
}

function missingFolder(folder: string): Problem {
  return problem("missing-folder", `the desired-state folder ${folder} does not exist.`, {
    hint: "Create it, or name another one as desiredState in trueup.yaml.",
  });
}
