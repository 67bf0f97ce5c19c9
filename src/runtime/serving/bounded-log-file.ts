/** A log file with a size limit. Older lines are in a second file beside it, and the oldest are dropped. */

import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** Writes whole lines, each with its newline. */
export interface BoundedLogFile {
  write(line: string): void;
  close(): void;
}

/**
 * Opens `path`, which only this user may read. Together with `path.1`, it takes at most `maxBytes`. Lines are written
 * synchronously. A failure is reported once, and again only after a write has succeeded.
 */
export function openBoundedLogFile(
  path: string,
  { maxBytes, failed }: { readonly maxBytes: number; readonly failed: (error: unknown) => void },
): BoundedLogFile {
  let file: number | undefined;
  let size = 0;
  let isFailing = false;
  const open = () => {
    file = openSync(path, "a", 0o600);
    size = fstatSync(file).size;
    return file;
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  const write = (line: string) => {
    const bytes = Buffer.byteLength(line);
    const descriptor = file ?? open();
    if (size > 0 && size + bytes > maxBytes / 2) {
      close();
      renameSync(path, `${path}.1`);
      writeSync(open(), line);
    } else writeSync(descriptor, line);
    size += bytes;
  };
  return {
    write: (line) => {
      try {
        write(line);
        isFailing = false;
      } catch (error) {
        if (!isFailing) failed(error);
        isFailing = true;
      }
    },
    close,
  };
}
