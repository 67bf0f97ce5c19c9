/** The reads of an import so far, in git's folder: one line per read, for a retry. */

import { appendFile, lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readText, writePrivate } from "./files.ts";

/** The maximum per target, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** The lines of an earlier import, to which new ones are appended. */
export interface ReadLogFile {
  /** The lines, without the first one, which names the basis. */
  readonly lines: readonly string[];
  /** Appends a line, which is written soon. Failures are ignored: nothing depends on it. */
  append(line: string): void;
  /** Waits for pending lines. `isDone`: there will be no retry. */
  close(isDone: boolean): Promise<void>;
}

/**
 * Opens the log of a target. The log is restarted if its `basis` differs, or if `fresh` is true. Only this user may
 * read it. Never rejects: failures are ignored.
 */
export async function openReadLog(
  gitFolder: string,
  { name, basis, fresh }: { readonly name: string; readonly basis: string; readonly fresh: boolean },
): Promise<ReadLogFile> {
  const path = join(gitFolder, "trueup", "imports", `${name}.jsonl`);
  const first = JSON.stringify({ format: "trueup.import", version: 1, basis });
  const found = fresh ? undefined : await linesOf(path, first);
  const lines = found?.lines;
  let size = (lines ?? []).reduce((sum, line) => sum + line.length + 1, first.length + 1);
  const folder = join(gitFolder, "trueup", "imports");
  let last: Promise<unknown> = lines ? Promise.resolve() : begun(folder, path, first);
  // A line break ends the torn line, which readers ignore.
  if (found?.isTorn) last = last.then(() => appendFile(path, "\n")).catch(() => undefined);
  return {
    lines: lines ?? [],
    append: (line) => {
      size += line.length + 1;
      if (size > maxBytes) return;
      last = last.then(() => appendFile(path, `${line}\n`, { mode: 0o600 })).catch(() => undefined);
    },
    close: async (isDone) => {
      await last;
      if (isDone) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

async function linesOf(
  path: string,
  first: string,
): Promise<{ readonly lines: readonly string[]; readonly isTorn: boolean } | undefined> {
  const isPlain = await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isPlain) return undefined;
  const read = await readText(path, path, { maxBytes });
  if (!("file" in read)) return undefined;
  const all = read.file.text.split("\n");
  const isTorn = all.pop() !== "";
  const [head, ...lines] = all;
  return head === first ? { lines, isTorn } : undefined;
}

async function begun(folder: string, path: string, first: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await lstat(folder)).isDirectory()) await writePrivate(path, `${first}\n`);
  } catch {
    // An unwritable folder is no reason to fail: the retry reads everything.
  }
}
