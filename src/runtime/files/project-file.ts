/** Finds the project file, and the sources file beside it. Resolves paths inside a folder. */

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { environmentFile } from "./environment-file.ts";
import { readText, readTextNow } from "./files.ts";

/** The project file's name. */
const name = "trueup.yaml";

/** Which project file to read: by its path or folder, or by its environment. */
export type ProjectChoice = string | { readonly environment: string };

/** A project file, and the absolute path of its folder. */
export interface ProjectFile {
  readonly folder: string;
  readonly file: SourceText;
  /** The file's name in this folder. */
  readonly name: string;
}

/**
 * Reads the given project file (a file, its folder, or an environment), or else `trueup.yaml` in `cwd` or the nearest
 * parent folder. Undefined: there is none. A problem: it cannot be read.
 */
export async function readProjectFile(
  cwd: string,
  given?: ProjectChoice,
): Promise<ProjectFile | { readonly problem: Problem } | undefined> {
  const found = typeof given === "object" ? await environmentFile(cwd, given.environment) : undefined;
  if (found && "problem" in found) return found;
  const path = typeof given === "object" ? found?.path : pathOf(cwd, given);
  if (path === undefined) return undefined;
  const read = readTextNow(path, basename(path));
  return "file" in read ? { folder: dirname(path), file: read.file, name: basename(path) } : read;
}

/** The path relative to a folder, with forward slashes; undefined if the path is not inside the folder. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path).split(sep).join("/");
  return inside === "" || inside.startsWith("../") || isAbsolute(inside) ? undefined : inside;
}

/** The absolute path of a folder; undefined if the path is not a folder. */
export async function folderAt(cwd: string, path: string): Promise<string | undefined> {
  const whole = resolve(cwd, path);
  const isFolder = await stat(whole).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? whole : undefined;
}

function pathOf(cwd: string, given: string | undefined): string | undefined {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    if (!/\.ya?ml$/.test(path)) return pathIn(path);
    return existsSync(path) ? path : undefined;
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = pathIn(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

function pathIn(folder: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}

/** The name of the sources file. */
const sourcesName = "sources.yaml";
const sourcesBytesMost = 1024 * 1024;

/** A sources file with the absolute path of its folder, or the problem with it. */
export type SourcesFileRead = { readonly folder: string } & (
  | { readonly file: SourceText }
  | { readonly problem: Problem }
);

/**
 * Finds the sources file in the folder that `given` names. Without `given`, finds it in `cwd` or the nearest parent
 * folder. Undefined if there is none.
 */
export async function findSourcesFile(
  cwd: string,
  given?: ProjectChoice,
): Promise<SourcesFileRead | undefined> {
  if (typeof given === "string") {
    const path = resolve(cwd, given);
    return readSourcesFile(/\.ya?ml$/.test(path) ? dirname(path) : path);
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = await readSourcesFile(folder);
    if (found || folder === dirname(folder)) return found;
  }
}

/** The sources file of one folder; undefined if there is none. */
export async function readSourcesFile(folder: string): Promise<SourcesFileRead | undefined> {
  const path = join(folder, sourcesName);
  if (!existsSync(path)) return undefined;
  return { folder, ...(await readText(path, sourcesName, { maxBytes: sourcesBytesMost })) };
}
