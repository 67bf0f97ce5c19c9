/** The journal's file: appended and flushed, many writers sharing one flush. */

import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalDisk } from "../../model/journal.ts";

/** A journal's file, open for a new run. */
export interface JournalFile extends JournalDisk {
  /** Ends it. `keep` false: the next run has nothing to know, and the file goes. */
  close(keep: boolean): Promise<void>;
}

/** Where the journal of an environment is: `.trueup/ENVIRONMENT.journal` in the project folder. */
export function journalPath(folder: string, environment: string): string {
  return join(folder, ".trueup", `${environment}.journal`);
}

/** Of 100,000 writes, and some. */
const maxBytes = 128 * 1024 * 1024;

/** What the run before has left; empty when there is nothing. Rejects when it is there and cannot be read. */
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
 * Opens a file for a new run. What is there stays until the first flush puts the new one in its place: whatever a new
 * run notes first, a crash finds the one journal or the other. Never through a link. Rejects with the system's error.
 */
export async function openJournalFile(path: string): Promise<JournalFile> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND, O_NOFOLLOW } = constants;
  // Whether it could be written: a link, or a folder, could not.
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
    // What could not be written is lost with the file's end: a journal is a hint.
    await disk.flush().catch(() => undefined);
    await file.close();
    if (!keep) await rm(path, { force: true });
    await rm(next, { force: true });
  };
  return { ...disk, close };
}

/** Records without a `write` are written out after so long: a crash is not to forget more. */
const flushAfterMs = 1000;

/** What is needed of an open file. */
interface JournalHandle extends Pick<FileHandle, "datasync"> {
  appendFile(text: string): Promise<void>;
}

/**
 * A disk over an open file. Writes in the order of appending; what comes during a flush goes into the next one. What
 * is appended without a flush is written out `laterMs` after; without that, with the next flush.
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
    // After one failure all later ones fail too: what comes behind a hole could never be read.
    next ??= last = last.then(writeOut);
    return next;
  };
  return {
    append: (text) => {
      pending += text;
      if (laterMs === undefined) return;
      // The next flush reports what went wrong here.
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
