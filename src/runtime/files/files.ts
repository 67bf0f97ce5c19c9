/** Files of the project: reads the desired-state tree without leaving it, and writes files atomically. */

import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { appendFile, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { KeptResults } from "../../kept/kept.ts";
import { byTextOf } from "../../model/compare.ts";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import {
  emptyFile,
  fileErrorReason,
  linkOutside,
  missingFolder,
  tooMuch,
  unreadable,
} from "./file-problems.ts";
import { makeFolder } from "./folders.ts";
import { describedFile, keepText, unchangedText } from "./unchanged-files.ts";
import { isInside, realPath, walkFiles } from "./walk.ts";

/** The result of reading: every readable file, and a problem for every other file. */
export interface ReadFiles {
  /** The files in path order, by code unit. */
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
}

const maxFileBytes = 8 * 1024 * 1024;
/** The maximum size of all files together: several times what 100,000 resources take. */
const maxTotalBytes = 48 * 1024 * 1024;

/** Up to this number of files, reading them one after another is faster than in parallel. */
const fewFiles = 64;

/** How many files are open at once: enough to hide the latency of a disk, few enough for any limit on open files. */
const openAtOnce = 64;

/**
 * Reads all `*.yaml` and `*.yml`, and data rows (`*.csv`, `*.json`), below `root`/`folder`. Paths are
 * relative to `root`, with forward slashes. Skips names that begin with a dot. Follows links only inside
 * `folder`; pipes, devices, files over 8 MB and invalid UTF-8 are problems; over 20,000 files or 48 MB in
 * total is a single problem, without any file. `kept`: unchanged files are not read again. Never throws.
 */
export async function readTree(root: string, folder: string, kept?: KeptResults): Promise<ReadFiles> {
  const path = posix.normalize(folder).replace(/\/$/, "");
  const real = realPath(resolve(root, folder));
  if (real === undefined) return { files: [], problems: [missingFolder(folder)] };
  if (!isInside(real, realPath(root) ?? root)) return { files: [], problems: [linkOutside(folder)] };
  const { found, problems } = walkFiles({ path, real });
  const readAnew = found.length > fewFiles ? readText : readTextNow;
  const read = kept ? unlessUnchanged(kept, readAnew) : readAnew;
  const files: SourceText[] = [];
  const queue = found.values();
  let bytes = 0;
  const admits = (size: number) => {
    bytes += size;
    return bytes <= maxTotalBytes;
  };
  const readOn = async () => {
    for (const each of queue) {
      const one = await read(each.real, each.path, { admits });
      if ("file" in one) files.push(one.file);
      else if (isData(each.path)) files.push({ path: each.path, text: "", fault: one.problem.message });
      else problems.push(one.problem);
      if ("file" in one && one.file.text.trim() === "") problems.push(emptyFile(each.path));
      if (bytes > maxTotalBytes) return;
    }
  };
  await Promise.all(Array.from({ length: openAtOnce }, readOn));
  if (bytes > maxTotalBytes) return { files: [], problems: [tooMuch(path, "48 MB")] };
  return {
    files: files.sort(byTextOf(({ path }) => path)),
    problems: problems.sort(byTextOf(({ message }) => message)),
  };
}

/** Reads several folders that do not contain each other, each as `readTree` does. */
export async function readTrees(
  root: string,
  folders: readonly string[],
  kept?: KeptResults,
): Promise<ReadFiles> {
  const read = await Promise.all(folders.map((folder) => readTree(root, folder, kept)));
  return {
    files: read.flatMap(({ files }) => files).sort(byTextOf(({ path }) => path)),
    problems: read.flatMap(({ problems }) => problems),
  };
}

type Reading = (real: string, path: string, bounds?: TextBounds) => ReadText | Promise<ReadText>;

/** Reads a file unless this process has already read it and it has not changed since. */
function unlessUnchanged(kept: KeptResults, read: Reading): Reading {
  return async (real, path, bounds = {}) => {
    const found = describedFile({ real, path });
    const known = found && unchangedText(kept, found);
    if (known && bounds.admits?.(found.size) !== false) return { file: known };
    const one = await read(real, path, bounds);
    if (found && "file" in one) keepText(kept, found, one.file);
    return one;
  };
}

/** True for data rows. A file of data rows that cannot be read is a problem only if something refers to the file. */
function isData(path: string): boolean {
  return /\.(?:csv|json)$/.test(path);
}

/** The bounds of a single file, if they differ from those of a tree. */
export interface TextBounds {
  /** The maximum size in bytes. Default: 8 MB. */
  readonly maxBytes?: number;
  /** Called before reading. Returns whether there is room for this many bytes. */
  readonly admits?: (bytes: number) => boolean;
  /** True: the file itself must not be a link, since someone else may have created it. */
  readonly isOwn?: boolean;
}

type ReadText = { readonly file: SourceText } | { readonly problem: Problem };

/** Non-blocking: opening a pipe without a writer would block. */
const toRead = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads one file: `real` is its path on disk, `path` its path in messages. The default bounds are those of a tree. */
export async function readText(real: string, path: string, bounds: TextBounds = {}): Promise<ReadText> {
  try {
    const read = await plainBytes(real, bounds);
    return "bytes" in read ? textOf(path, read.bytes) : { problem: unreadable(path, read.reason) };
  } catch (error) {
    return { problem: unreadable(path, fileErrorReason(error)) };
  }
}

/**
 * The bytes of a plain file that a person or a project has named; by default at most 8 MB. Rejects for
 * anything else. Never blocks: reading a pipe without a writer could not be interrupted by signals.
 */
export async function readPlain(path: string, bounds: TextBounds = {}): Promise<Buffer> {
  const read = await plainBytes(path, bounds);
  if ("reason" in read) throw new Error(read.reason);
  return read.bytes;
}

async function plainBytes(
  real: string,
  bounds: TextBounds,
): Promise<{ readonly bytes: Buffer } | { readonly reason: string }> {
  await using file = await open(real, toRead | (bounds.isOwn ? constants.O_NOFOLLOW : 0));
  const reason = whyNotRead(await file.stat(), bounds);
  return reason === undefined ? { bytes: await file.readFile() } : { reason };
}

/** Reads a text file synchronously: for small files that everything else depends on. */
export function readTextNow(real: string, path: string, bounds: TextBounds = {}): ReadText {
  let file: number | undefined;
  try {
    file = openSync(real, toRead);
    const reason = whyNotRead(fstatSync(file), bounds);
    return reason === undefined ? textOf(path, readFileSync(file)) : { problem: unreadable(path, reason) };
  } catch (error) {
    return { problem: unreadable(path, fileErrorReason(error)) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function whyNotRead(
  stat: Stats,
  { maxBytes = maxFileBytes, admits = () => true }: TextBounds,
): string | undefined {
  if (!stat.isFile()) return "it is not a plain file";
  if (stat.size > maxBytes) return `it is larger than ${maxBytes / 1024 / 1024} MB`;
  return admits(stat.size) ? undefined : "the disk has no room for it";
}

function textOf(path: string, bytes: Uint8Array): ReadText {
  return { file: { path, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) } };
}

/**
 * Writes a file atomically, even in a crash: writes a draft beside the file, flushes the draft and renames it. Creates
 * missing folders. Rejects on failure, without leaving the draft behind.
 */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  await written(path, text, {});
}

/** Removes a file; a missing one is not an error. Rejects on failure. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** System paths: nothing there is an ordinary file, whatever it looks like. `/dev/shm` is a folder in memory. */
const ofSystem = /^\/(?:dev\/(?!shm\/)|proc\/)/;

/**
 * Writes an output that a person has named. A plain file is written atomically, also through links; a device
 * or a pipe, such as `/dev/stdout`, is written to directly. Rejects on failure.
 */
export async function writeNamed(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFIFO()) await intoPipe(path, text);
  else if (ofSystem.test(path) || (found && !found.isFile())) await appendFile(path, text);
  else await writeWhole(found ? await realpath(path) : path, text);
}

/**
 * Writes a text into a pipe, once the pipe has a reader. A blocking open could not be interrupted by a signal: this
 * wait can.
 */
async function intoPipe(path: string, text: string): Promise<void> {
  for (;;) {
    const held = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENXIO") return undefined;
      throw error;
    });
    try {
      // While this descriptor is open, the reader sees no end, and a second open does not block.
      if (held) return await appendFile(path, text);
    } finally {
      await held?.close();
    }
    await setTimeout(50);
  }
}

/** Writes a file atomically. Only this user may read the file, and the folders that this creates. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path), 0o700);
  await written(path, text, { mode: 0o600 });
}

async function written(
  path: string,
  text: string | Uint8Array,
  { mode }: { readonly mode?: number },
): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}.draft`);
  try {
    await writeFlushed(draft, text, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

/** Writes files below `root`, all or none: if one cannot be written, removes the others and rejects. */
export async function writeAll(root: string, files: readonly SourceText[]): Promise<void> {
  const done: string[] = [];
  try {
    for (const { path, text } of files) {
      await writeWhole(join(root, path), text);
      done.push(path);
    }
  } catch (error) {
    await Promise.all(done.map((path) => rm(join(root, path), { force: true })));
    throw error;
  }
}

async function writeFlushed(path: string, text: string | Uint8Array, mode?: number): Promise<void> {
  await using file = await open(path, "wx", mode);
  await file.writeFile(text, "utf8");
  await file.sync();
}

/** Makes the rename itself durable, if folders can be opened. Otherwise the file is still complete. */
async function flushFolder(folder: string): Promise<void> {
  const entry = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await entry?.sync().catch(() => undefined);
  await entry?.close();
}
