/**
 * Finds the project file for an environment, which may be another file beside `trueup.yaml`, such as `staging.yaml`.
 * Its `environment:` decides.
 */

import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Problem, problem } from "../../model/problem.ts";
import { readText } from "./files.ts";

/** The maximum number of project files that are examined in a folder. */
const filesMax = 200;
const bytesMax = 1024 * 1024;

/** A project file, and the name of its environment. */
export interface EnvironmentFile {
  /** The absolute path. */
  readonly path: string;
  readonly environment: string;
}

/**
 * Finds the project file for an environment in `cwd`, or in the nearest parent folder with project files. A problem: no
 * project file there is for the environment, or several are. Undefined: no folder has project files.
 */
export async function environmentFile(
  cwd: string,
  environment: string,
): Promise<{ readonly path: string } | { readonly problem: Problem } | undefined> {
  const files = await nearestProjectFiles(cwd);
  const [{ path } = { path: undefined }] = files;
  return path === undefined ? undefined : chosen(files, dirname(path), environment);
}

/** The project files of `cwd`, or of the nearest parent folder that has some; in name order. */
export async function nearestProjectFiles(cwd: string): Promise<readonly EnvironmentFile[]> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const files = await projectFilesIn(folder);
    if (files.length > 0 || folder === dirname(folder)) return files;
  }
}

function chosen(
  files: readonly EnvironmentFile[],
  folder: string,
  environment: string,
): { readonly path: string } | { readonly problem: Problem } {
  const [only, another] = files.filter((each) => each.environment === environment);
  if (only && !another) return { path: only.path };
  const names = [...new Set(files.map((each) => each.environment))].sort().join(", ");
  const message = only
    ? `several project files in ${folder} describe the environment \`${environment}\`.`
    : `no project file in ${folder} describes the environment \`${environment}\`.`;
  const hint = only ? "Select one with --project." : `Known environments: ${names}.`;
  return { problem: problem("no-project", message, { hint }) };
}

/** The project files in a folder, in name order. A project file names an environment and targets. */
export async function projectFilesIn(folder: string): Promise<readonly EnvironmentFile[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).slice(0, filesMax);
  const found = await Promise.all(
    paths.sort().map(async (name): Promise<readonly EnvironmentFile[]> => {
      const path = join(folder, name);
      const read = await readText(path, name, { maxBytes: bytesMax });
      if ("problem" in read || !/^targets:/m.test(read.file.text)) return [];
      const environment = /^environment:[ \t]*["']?([A-Za-z0-9._-]+)["']?[ \t]*(?:#.*)?$/m.exec(
        read.file.text,
      )?.[1];
      return environment === undefined ? [] : [{ path, environment }];
    }),
  );
  return found.flat();
}
