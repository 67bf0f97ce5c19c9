/** Records the reads of an import in git's folder, one line per read, so that a retry need not repeat them. */

import { appendFile, lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readText, writePrivate } from "./files.ts";

/** The maximum size per target, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** A log of reads: the lines of an earlier import, and a way to append lines. */
export interface ReadLogFile {
  /** The lines of the earlier import, without the first line, which contains the basis. */
  readonly lines: readonly string[];
  /** Appends a line, which is written soon. Failures are ignored, because nothing depends on the log. */
  append(line: string): void;
  /** Waits until all lines are written. `isDone`: the import is complete, so the log is not needed any more. */
  close(isDone: boolean): Promise<void>;
}

/**
 * Opens the log of a target, which only this user may read. The log is emptied if it has another `basis`, or if `fresh`
 * is true. Failures are ignored, so this never rejects.
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
  // If the last line is torn, a line break ends it, and readers ignore it.
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
    // If the folder cannot be written, a retry reads everything.
  }
}
