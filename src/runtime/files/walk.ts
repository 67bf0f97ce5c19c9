/** Finds the desired-state files in a folder without leaving it. Opens none of them. */

import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, posix, sep } from "node:path";
import type { Problem } from "../../model/problem.ts";
import { fileErrorReason, ignoredFile, linkOutside, tooMuch, unreadable } from "./file-problems.ts";

/** A file or folder: its name in messages, and its real path. */
export interface FoundPath {
  readonly path: string;
  readonly real: string;
}

/** All desired-state files below a folder, unordered, and the problems that were found. */
export interface WalkResult {
  readonly found: FoundPath[];
  readonly problems: Problem[];
}

const deepestFolders = 64;
/** The maximum number of files, which also ends a search in an endless tree. */
const maxFiles = 20_000;

/**
 * Finds every `*.yaml`, `*.yml`, `*.csv` and `*.json` file below `top`, whose `real` path must not contain links. Skips
 * names that begin with a dot. Follows links inside the tree, but not to a parent folder. Finds no file at all if there
 * are over 20,000. Never throws.
 */
export function walkFiles(top: FoundPath): WalkResult {
  const walked: WalkResult = { found: [], problems: [] };
  enter({ ...walked, top: top.real }, { ...top, above: [] });
  return hasTooManyFiles(walked) ? { found: [], problems: [tooMuch(top.path, "20,000 files")] } : walked;
}

/** True for files of desired state: YAML, and data rows. */
function isSource(name: string): boolean {
  return /\.(?:ya?ml|csv|json)$/.test(name);
}

/** True if a path without links is `top` or below it. */
export function isInside(real: string, top: string): boolean {
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

interface Walk extends WalkResult {
  readonly top: string;
}

interface Folder extends FoundPath {
  /** The real paths of the parent folders. A link to one of them is not followed. */
  readonly above: readonly string[];
}

function hasTooManyFiles({ found }: WalkResult): boolean {
  return found.length > maxFiles;
}

function enter(to: Walk, folder: Folder): void {
  if (hasTooManyFiles(to)) return;
  if (folder.above.length > deepestFolders) {
    to.problems.push(unreadable(folder.path, `it is nested in more than ${deepestFolders} folders`));
    return;
  }
  let entries: readonly Dirent[] = [];
  try {
    entries = readdirSync(folder.real, { withFileTypes: true });
  } catch (error) {
    to.problems.push(unreadable(folder.path, fileErrorReason(error)));
  }
  for (const entry of entries) if (!entry.name.startsWith(".")) visit(to, folder, entry);
}

function visit(to: Walk, folder: Folder, entry: Dirent): void {
  const here = { path: posix.join(folder.path, entry.name), real: join(folder.real, entry.name) };
  const isWanted = isSource(entry.name);
  if (entry.isDirectory()) enter(to, { ...here, above: [...folder.above, folder.real] });
  else if (entry.isSymbolicLink()) follow(to, folder, { ...here, isWanted });
  else if (isWanted) to.found.push(here);
  else if (/\.ya?ml$/i.test(entry.name)) to.problems.push(ignoredFile(here.path));
}

function follow(to: Walk, folder: Folder, link: FoundPath & { readonly isWanted: boolean }): void {
  const { path, isWanted } = link;
  const above = [...folder.above, folder.real];
  const real = realPath(link.real);
  if (real === undefined) {
    if (isWanted) to.problems.push(unreadable(path, "it is a broken link"));
  } else if (!isInside(real, to.top)) to.problems.push(linkOutside(path));
  else if (above.includes(real))
    to.problems.push(unreadable(path, "it is a link to a folder that contains it"));
  else if (isWanted) to.found.push({ path, real });
  else if (isFolder(real)) enter(to, { path, real, above });
}

/** The path without links; undefined for a dangling link. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isFolder(real: string): boolean {
  try {
    return readdirSync(real).length >= 0;
  } catch {
    return false;
  }
}
