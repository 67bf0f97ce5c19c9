/** Creates folders. If that fails, finds the reason. */

import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. Rejects with the system's error. On a read-only file system, that is EROFS,
 * although Node reports ENOENT.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") await mayWriteAbove(path);
    throw error;
  }
}

/** Rejects if the nearest existing folder is not writable. */
async function mayWriteAbove(path: string): Promise<void> {
  for (let above = dirname(path); ; above = dirname(above)) {
    try {
      await access(above, constants.W_OK);
      return;
    } catch (error) {
      const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isAbsent || above === dirname(above)) throw error;
    }
  }
}
