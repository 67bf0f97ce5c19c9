/** Which project files there are where none of the name that was asked for is. */

import { dirname, relative, resolve, sep } from "node:path";
import { nearestProjectFiles, projectFilesIn } from "./environment-file.ts";
import type { ProjectChoice } from "./project-file.ts";

/** A project file that may be meant. */
export interface OtherProjectFile {
  /** From where the command runs, as a person would type it. */
  readonly path: string;
  readonly environment: string;
}

/**
 * Those in the folder that `given` names, or in which it names a file; without it, those of `cwd` or of the nearest
 * folder above that has some. In the order of their names.
 */
export async function otherProjectFiles(
  cwd: string,
  given?: ProjectChoice,
): Promise<readonly OtherProjectFile[]> {
  if (typeof given !== "string") {
    const files = await nearestProjectFiles(cwd);
    return files.map(({ path, environment }) => ({ path: relative(cwd, path), environment }));
  }
  const folder = resolve(cwd, /\.ya?ml$/.test(given) ? dirname(given) : given);
  const files = await projectFilesIn(folder);
  return files.map(({ path, environment }) => ({ path: fromHere(cwd, path), environment }));
}

/** What --project names is typed as a path, with `./` before it: the name alone is said of what was asked for. */
function fromHere(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith(`..${sep}`) ? way : `.${sep}${way}`;
}
