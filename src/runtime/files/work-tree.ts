/** Finds the work tree that a folder stands in by its `.git`, never by what merely looks like a repository. */

import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A folder with a `.git`, and a folder below it; both without links. */
export interface WorkTreeFolder {
  /** The absolute path of the folder that has `.git`. */
  readonly top: string;
  /** The way down to the other folder, with a slash at its end; empty when it is the same. */
  readonly prefix: string;
}

/**
 * The work trees that a folder stands in, the nearest first; none outside of any. A bare repository on the way is
 * only a folder: `.git` is the one name that git itself never commits.
 */
export async function workTreesAbove(folder: string): Promise<readonly WorkTreeFolder[]> {
  const real = await realpath(folder).catch(() => undefined);
  const found: WorkTreeFolder[] = [];
  for (let top = real; top !== undefined; top = dirname(top) === top ? undefined : dirname(top))
    if (await exists(join(top, ".git"))) found.push({ top, prefix: prefixOf(top, real ?? top) });
  return found;
}

/** A path, and the work tree it may stand in. */
export interface PathToPlace {
  /** Holds no links. */
  readonly top: string;
  /** What the path is relative to, where it is. */
  readonly folder: string;
  readonly path: string;
}

/**
 * Where a path stands in a work tree: the way down from its top. `linked`: a link leads away from where it seems to be.
 * Undefined: outside. What does not exist stands where it seems to.
 */
export async function placeInside(
  of: PathToPlace,
): Promise<{ readonly path: string; readonly linked: boolean } | undefined> {
  const { top } = of;
  const path = resolve(of.folder, of.path);
  const real = await realpath(path).catch(() => undefined);
  let inside: string | undefined;
  // The topmost folder on the way that is the work tree: one below it may be a link back to it.
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
