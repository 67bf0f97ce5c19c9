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

/** The result of reading files: every readable file, and a problem for each of the others. */
export interface ReadFiles {
  /** The files in path order, by code unit. */
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
}

const maxFileBytes = 8 * 1024 * 1024;
/** The maximum size of all files together: several times the size for 100,000 resources. */
const maxTotalBytes = 48 * 1024 * 1024;

/** Up to this number of files, sequential reading is faster than parallel reading. */
const fewFiles = 64;

/**
 * The number of files that are open at once. It is large enough to hide the latency of a disk, and below any limit on
 * open files.
 */
const openAtOnce = 64;

/**
 * Reads all `*.yaml` and `*.yml` files and data rows (`*.csv`, `*.json`) below `root`/`folder`. Paths are relative to
 * `root`, with forward slashes. Names that begin with a dot are skipped, and links are followed only inside `folder`.
 *
 * Pipes, devices, files over 8 MB and invalid UTF-8 are problems. More than 20,000 files, or 48 MB in total, are a
 * single problem, and no file is returned. With `kept`, unchanged files are not read again. Never throws.
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

/** Reads several folders, none of which contains another, as `readTree` does. */
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

/** Reads a file, unless this process has read it before and it is unchanged. */
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

/** True for files of data rows. If such a file cannot be read, this is a problem only if something refers to it. */
function isData(path: string): boolean {
  return /\.(?:csv|json)$/.test(path);
}

/** The bounds of a single file, if they differ from those of a tree. */
export interface TextBounds {
  /** The maximum size in bytes. Default: 8 MB. */
  readonly maxBytes?: number;
  /** Called before reading. Returns whether there is room for this many bytes. */
  readonly admits?: (bytes: number) => boolean;
  /** True: the file itself must not be a link, because someone else may have created the link. */
  readonly isOwn?: boolean;
}

type ReadText = { readonly file: SourceText } | { readonly problem: Problem };

/** The file is opened without blocking, because opening a pipe that has no writer would block. */
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
 * The bytes of a plain file that a person or a project has named, by default at most 8 MB. Rejects for anything else.
 * Never blocks, because signals could not interrupt reading a pipe that has no writer.
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

/** Reads a text file synchronously. Only for small files on which everything else depends. */
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
 * Writes a file atomically, even if the machine crashes: writes and flushes a draft beside the file, and renames it.
 * Creates missing folders. If this fails, removes the draft and rejects.
 */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  await written(path, text, {});
}

/** Removes a file; a missing one is not an error. Rejects on failure. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Matches system paths, where nothing is an ordinary file, even if it looks like one. `/dev/shm` is an exception: it is
 * a folder in memory.
 */
const ofSystem = /^\/(?:dev\/(?!shm\/)|proc\/)/;

/**
 * Writes an output that a person has named. A plain file is written atomically, even through links. A device or a pipe,
 * such as `/dev/stdout`, is written directly. Rejects on failure.
 */
export async function writeNamed(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFIFO()) await intoPipe(path, text);
  else if (ofSystem.test(path) || (found && !found.isFile())) await appendFile(path, text);
  else await writeWhole(found ? await realpath(path) : path, text);
}

/**
 * Writes a text into a pipe once the pipe has a reader. It polls for the reader, because a signal could not interrupt a
 * blocking open.
 */
async function intoPipe(path: string, text: string): Promise<void> {
  for (;;) {
    const held = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENXIO") return undefined;
      throw error;
    });
    try {
      // While `held` is open, the reader sees no end of the pipe, and opening the pipe again does not block.
      if (held) return await appendFile(path, text);
    } finally {
      await held?.close();
    }
    await setTimeout(50);
  }
}

/** Writes a file atomically. Only this user may read the file and the folders that are created for it. */
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

/** Writes files below `root`. If one cannot be written, removes those already written and rejects. */
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

/** Makes a rename durable, if the system can open folders. If it cannot, the file is complete anyway. */
async function flushFolder(folder: string): Promise<void> {
  const entry = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await entry?.sync().catch(() => undefined);
  await entry?.close();
}
