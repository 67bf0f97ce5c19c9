/** Finds the work tree that a folder stands in by its `.git`, never by what merely looks like a repository. */

import { lstat, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** A folder with a `.git`, and a folder below it; both without links. */
export interface WorkTreeFolder {
  /** The absolute path of the folder that has `.git`. */
  readonly top: string;
  /** The way down to the other folder, with a slash at its end; empty when it is the same. */
  readonly prefix: string;
}

/**
 * The work trees that a folder stands in, the nearest first; none outside of any. A bare repository on the way is
 * only a folder: `.git` is the one name that git itself lets nobody commit.
 */
export async function workTreesAbove(folder: string): Promise<readonly WorkTreeFolder[]> {
  const real = await realpath(folder).catch(() => undefined);
  const found: WorkTreeFolder[] = [];
  for (let top = real; top !== undefined; top = dirname(top) === top ? undefined : dirname(top))
    if (await exists(join(top, ".git"))) found.push({ top, prefix: prefixOf(top, real ?? top) });
  return found;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function prefixOf(top: string, folder: string): string {
  const path = relative(top, folder).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
