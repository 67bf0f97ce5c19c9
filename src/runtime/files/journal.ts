/** The journal's file: appended and flushed; many writers share one flush. */

import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalDisk, KeptJournal } from "../../model/journal.ts";

/** The path of an environment's journal: `.trueup/ENVIRONMENT.journal` in the project folder. */
export function journalPath(folder: string, environment: string): string {
  return join(folder, ".trueup", `${environment}.journal`);
}

/** The maximum size in bytes, which is enough for somewhat more than 100,000 writes. */
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
 * Opens a file for a new run. The existing journal stays until the first flush replaces it: a crash at any
 * time leaves one complete journal or the other. Never follows a link. Rejects with the system's error.
 */
export async function openJournalFile(path: string): Promise<KeptJournal> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND, O_NOFOLLOW } = constants;
  // Checks that the path is writable: a link or a folder is not.
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
    // If this flush fails, its records are lost: the journal is only a hint.
    await disk.flush().catch(() => undefined);
    await file.close();
    if (!keep) await rm(path, { force: true });
    await rm(next, { force: true });
  };
  return { ...disk, close };
}

/**
 * Records that are appended without a flush are flushed after this delay, so that a crash loses only the records of
 * this time.
 */
const flushAfterMs = 1000;

/** The methods of an open file that a journal needs. */
interface JournalHandle extends Pick<FileHandle, "datasync"> {
  appendFile(text: string): Promise<void>;
}

/**
 * A disk over an open file. Records are written in the order of appending; records that arrive during a flush are part
 * of the next flush. Records appended without a flush are written `laterMs` later; without `laterMs`, they are written
 * at the next flush.
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
    // After one failed flush, all later flushes fail too: records after a gap could never be read.
    next ??= last = last.then(writeOut);
    return next;
  };
  return {
    append: (text) => {
      pending += text;
      if (laterMs === undefined) return;
      // The next flush reports a failure of this one.
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
