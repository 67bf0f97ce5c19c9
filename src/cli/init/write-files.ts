/** Writes new files of a project: either all of them, or none. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../runtime/files/files.ts";
import type { WorkflowFile } from "./workflow-files.ts";

/** A file and its path. */
export interface NewFile extends WorkflowFile {
  readonly folder: string;
}

/** The obstacle to writing a file, in words; undefined if there is none. Nothing is written through a symbolic link. */
export function obstacleOf({ folder, path }: NewFile): string | undefined {
  const parts = path.split("/");
  for (const count of parts.keys()) {
    const here = parts.slice(0, count).join("/");
    const found = here === "" ? undefined : lstatSync(join(folder, here), { throwIfNoEntry: false });
    if (found?.isSymbolicLink())
      return `${here} is a symbolic link, and ${path} would be written to its destination`;
    if (found && !found.isDirectory()) return `${here} is not a folder, so that ${path} cannot be written`;
  }
  return undefined;
}

/** True if the path exists, even as a dangling symbolic link. */
export function isTaken({ folder, path }: Omit<NewFile, "content">): boolean {
  try {
    return lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A parent of the path is not a folder: `obstacleOf` reports that.
    return false;
  }
}

/** Writes files in order; `written` is called for each. Returns the system's message if a file cannot be written. */
export async function writeFiles(
  files: readonly NewFile[],
  written: (file: NewFile) => void,
): Promise<string | undefined> {
  for (const file of files) {
    try {
      await writeWhole(join(file.folder, file.path), file.content);
    } catch (error) {
      return `${file.path} could not be written: ${error instanceof Error ? error.message : String(error)}`;
    }
    written(file);
  }
  return undefined;
}
