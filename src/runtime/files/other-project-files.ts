/** Suggests project files if the requested one does not exist. */

import { dirname, relative, resolve, sep } from "node:path";
import { nearestProjectFiles, projectFilesIn } from "./environment-file.ts";
import type { ProjectChoice } from "./project-file.ts";

/** A project file that may be meant. */
export interface OtherProjectFile {
  /** Relative to the working folder, as a person would type it. */
  readonly path: string;
  readonly environment: string;
}

/**
 * The project files in the folder that `given` names, or that contains the file it names; without it, in
 * `cwd` or the nearest parent folder with some. In name order.
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

/** The path to type for --project, with `./` before it: messages use the bare name for the requested file. */
function fromHere(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith(`..${sep}`) ? way : `.${sep}${way}`;
}
