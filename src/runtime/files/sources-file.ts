/** Finds the file of sources in a project's folder, and reads it. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { readText } from "./files.ts";
import type { ProjectChoice } from "./project-file.ts";

const name = "sources.yaml";
const bytesMost = 1024 * 1024;

/** A file of sources, or why it cannot be read; with the absolute path of its folder. */
export type SourcesFileRead = { readonly folder: string } & (
  | { readonly file: SourceText }
  | { readonly problem: Problem }
);

/** That of the folder that `given` names, or of `cwd` or the nearest folder above it; undefined: there is none. */
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

/** That of one folder. */
export async function readSourcesFile(folder: string): Promise<SourcesFileRead | undefined> {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  return { folder, ...(await readText(path, name, { maxBytes: bytesMost })) };
}
