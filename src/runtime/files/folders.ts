/** Folders that are made: with the reason where they cannot be. */

import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those that it is in. Rejects with the system's error; where a file system is read-only with EROFS,
 * for which Node says ENOENT.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") await mayWriteAbove(path);
    throw error;
  }
}

/** Rejects where the nearest folder that is there cannot be written. */
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
