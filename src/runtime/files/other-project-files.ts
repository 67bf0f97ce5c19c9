/** Which project files there are where none of the name that was asked for is. */

import { readdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type EnvironmentFile, nearestProjectFiles, projectFilesIn } from "./environment-file.ts";
import type { ProjectChoice } from "./project-file.ts";

/** A project file that may be meant. */
export interface OtherProjectFile {
  /** From where the command runs, as a person would type it. */
  readonly path: string;
  readonly environment: string;
  /** True: it is below the folder, where `--environment` does not look. */
  readonly isBelow?: boolean;
}

/** So many folders below are looked into. */
const foldersMax = 50;

/**
 * Those in the folder that `given` names, or in which it names a file; without it, those of `cwd` or of the nearest
 * folder above that has some, else those below, as in `environments/production`. In the order of their names.
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

/** Those of the folders in it, and of the folders in these. */
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

/** What --project names is typed as a path, with `./` before it: the name alone is said of what was asked for. */
function fromHere(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith(`..${sep}`) ? way : `.${sep}${way}`;
}
