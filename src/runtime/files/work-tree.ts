/** Finds the work tree of a folder by its `.git`. Folders that merely look like a repository do not count. */

import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A folder with a `.git`, and a folder below it; both without links. */
export interface WorkTreeFolder {
  /** The absolute path of the folder that has `.git`. */
  readonly top: string;
  /** The relative path to the other folder, with a final slash; empty if both folders are the same. */
  readonly prefix: string;
}

/**
 * The work trees that contain a folder, nearest first. A bare repository among the parent folders counts as an ordinary
 * folder, because a commit could contain it; git never commits a `.git`.
 */
export async function workTreesAbove(folder: string): Promise<readonly WorkTreeFolder[]> {
  const real = await realpath(folder).catch(() => undefined);
  const found: WorkTreeFolder[] = [];
  for (let top = real; top !== undefined; top = dirname(top) === top ? undefined : dirname(top))
    if (await exists(join(top, ".git"))) found.push({ top, prefix: prefixOf(top, real ?? top) });
  return found;
}

/** A path, and the work tree that may contain it. */
export interface PathToPlace {
  /** The path of the work tree's top folder. It contains no links. */
  readonly top: string;
  /** The folder to which `path` is relative. */
  readonly folder: string;
  readonly path: string;
}

/**
 * The path relative to the top of a work tree; undefined if it is outside. `linked`: a link makes the path lead
 * elsewhere. A missing file counts as being at its path.
 */
export async function placeInside(
  of: PathToPlace,
): Promise<{ readonly path: string; readonly linked: boolean } | undefined> {
  const { top } = of;
  const path = resolve(of.folder, of.path);
  const real = await realpath(path).catch(() => undefined);
  let inside: string | undefined;
  // Several folders on the path may be the work tree, because a folder in it may be a link back to its top. The topmost
  // one counts.
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if ((await realpath(folder).catch(() => undefined)) === top) inside = relative(folder, path);
  if (inside !== undefined)
    return { path: slashed(inside), linked: real !== undefined && real !== join(top, inside) };
  const way = real === undefined ? ".." : relative(top, real);
  return way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)
    ? undefined
    : { path: slashed(way), linked: false };
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function prefixOf(top: string, folder: string): string {
  const path = slashed(relative(top, folder));
  return path === "" ? "" : `${path}/`;
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
