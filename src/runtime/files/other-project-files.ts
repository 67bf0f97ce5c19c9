/** Suggests project files if the requested one does not exist. */

import { readdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type EnvironmentFile, nearestProjectFiles, projectFilesIn } from "./environment-file.ts";
import type { ProjectChoice } from "./project-file.ts";

/** A project file that may be meant. */
export interface OtherProjectFile {
  /** The path relative to the working folder, as a person would type it. */
  readonly path: string;
  readonly environment: string;
  /** True: the file is in a subfolder of the working folder, where `--environment` does not look. */
  readonly isBelow?: boolean;
}

/** The maximum number of subfolders that are searched. */
const foldersMax = 50;

/**
 * Suggests project files, in name order. If `given` is a path, they are in the folder that it names, or in the folder
 * of the file that it names. Otherwise they are in `cwd`, in the nearest parent folder with project files, or, if there
 * is none, in folders below `cwd`, such as `environments/production`.
 */
export async function otherProjectFiles(
  cwd: string,
  given?: ProjectChoice,
): Promise<readonly OtherProjectFile[]> {
  if (typeof given !== "string") {
    const nearest = await nearestProjectFiles(cwd);
    const files = nearest.length > 0 ? nearest : await projectFilesBelow(cwd);
    return files.map(({ path, environment }) => ({
      path: relative(cwd, path),
      environment,
      isBelow: nearest.length === 0,
    }));
  }
  const folder = resolve(cwd, /\.ya?ml$/.test(given) ? dirname(given) : given);
  const files = await projectFilesIn(folder);
  return files.map(({ path, environment }) => ({ path: fromHere(cwd, path), environment }));
}

/** The project files one or two levels below a folder. */
async function projectFilesBelow(cwd: string): Promise<readonly EnvironmentFile[]> {
  const outer = await foldersIn(cwd);
  const inner = await Promise.all(outer.map(foldersIn));
  const files = await Promise.all([...outer, ...inner.flat()].slice(0, foldersMax).map(projectFilesIn));
  return files.flat();
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((each) => each.isDirectory() && !/^\.|^node_modules$/.test(each.name));
  return names
    .slice(0, foldersMax)
    .map(({ name }) => join(folder, name))
    .sort();
}

/**
 * The path to type after --project. It begins with `./` to distinguish it from the requested file, which messages show
 * as a bare name.
 */
function fromHere(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith(`..${sep}`) ? way : `.${sep}${way}`;
}
