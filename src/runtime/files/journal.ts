/** The file of a journal. Records are appended and flushed; several writers share one flush. */

import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalDisk, KeptJournal } from "../../model/journal.ts";

/** The path of an environment's journal: `.trueup/ENVIRONMENT.journal` in the project folder. */
export function journalPath(folder: string, environment: string): string {
  return join(folder, ".trueup", `${environment}.journal`);
}

/** The maximum size of a journal in bytes, enough for more than 100,000 writes. */
const maxBytes = 128 * 1024 * 1024;

/** The previous run's journal; empty if there is none. Rejects if it exists and cannot be read. */
export async function readJournalFile(path: string): Promise<string> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > maxBytes) throw new Error("it is not a plain file of at most 128 MB");
    return await file.readFile("utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return "";
    throw error;
  }
}

/**
 * Opens a journal file for a new run. The previous journal stays until the first flush replaces it, so that a crash
 * always leaves one complete journal. Never follows a link. Rejects with the system's error.
 */
export async function openJournalFile(path: string): Promise<KeptJournal> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND, O_NOFOLLOW } = constants;
  // Checks that the path is writable. A link or a folder is not.
  await (await open(path, O_CREAT | O_WRONLY | O_APPEND | O_NOFOLLOW, 0o600)).close();
  const next = `${path}.next`;
  await rm(next, { force: true });
  const file = await open(next, O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_NOFOLLOW, 0o600);
  let isInPlace = false;
  const datasync = async () => {
    await file.datasync();
    if (isInPlace) return;
    await rename(next, path);
    await flushFolder(join(path, ".."));
    isInPlace = true;
  };
  const disk = journalDisk({ appendFile: (text) => file.appendFile(text), datasync }, flushAfterMs);
  const close = async (keep: boolean) => {
    // If this flush fails, some records are lost. That is acceptable, because the journal is only a hint.
    await disk.flush().catch(() => undefined);
    await file.close();
    if (!keep) await rm(path, { force: true });
    await rm(next, { force: true });
  };
  return { ...disk, close };
}

/** The delay after which records are flushed that nobody waits for. A crash loses at most the records of this time. */
const flushAfterMs = 1000;

/** The methods of an open file that a journal needs. */
interface JournalHandle extends Pick<FileHandle, "datasync"> {
  appendFile(text: string): Promise<void>;
}

/**
 * A journal's disk over an open file. Records are written in the order in which they were appended. Records that arrive
 * during a flush wait for the next flush. Records that nobody flushes are written after `laterMs`, or, without
 * `laterMs`, with the next flush.
 */
export function journalDisk(file: JournalHandle, laterMs?: number): JournalDisk {
  let timer: NodeJS.Timeout | undefined;
  let pending = "";
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  const writeOut = async () => {
    next = undefined;
    const text = pending;
    pending = "";
    await file.appendFile(text);
    await file.datasync();
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // After a failed flush, all later flushes fail too, because records after a gap could not be read.
    next ??= last = last.then(writeOut);
    return next;
  };
  return {
    append: (text) => {
      pending += text;
      if (laterMs === undefined) return;
      // If this flush fails, the next one reports it.
      timer ??= setTimeout(() => void flush().catch(() => undefined), laterMs).unref();
    },
    flush,
  };
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
