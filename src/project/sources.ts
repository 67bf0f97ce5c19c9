/** Reads `sources.yaml` of a project's folder, if there is one, and checks it. Needs no network and no secrets. */

import { asList, type Json } from "../model/json.ts";
import type { Problem } from "../model/problem.ts";
import type { Source } from "../pull/sources.ts";
import { loadSources } from "../pull/sources-file.ts";
import { projectFilesIn } from "../runtime/files/environment-file.ts";
import { readText } from "../runtime/files/files.ts";
import {
  findSourcesFile,
  type ProjectChoice,
  readSourcesFile,
  type SourcesFileRead,
} from "../runtime/files/project-file.ts";
import { readOneMap } from "../yaml/one-map.ts";
import { reading } from "./reading.ts";

/** The sources of a project. */
export interface ReadSources {
  /** The absolute path of the folder. The paths of files with rows are relative to it. */
  readonly folder: string;
  /** The sources; absent if one of the problems is an error. */
  readonly sources?: readonly Source[];
  readonly problems: readonly Problem[];
}

/**
 * Returns the sources of the folder that `given` names. Without `given`, returns the sources of `cwd`, or of the
 * nearest parent folder with a sources file. Undefined if there is no file.
 */
export async function findSources(cwd: string, given?: ProjectChoice): Promise<ReadSources | undefined> {
  const found = await findSourcesFile(cwd, given);
  return found && checked(found);
}

/** Returns the sources of one folder; undefined if it has no sources file. */
export async function readSources(folder: string): Promise<ReadSources | undefined> {
  const found = await readSourcesFile(folder);
  return found && checked(found);
}

async function checked(found: SourcesFileRead): Promise<ReadSources> {
  const { folder } = found;
  if ("problem" in found) return { folder, problems: [found.problem] };
  const desired = await desiredIn(folder);
  const loaded = await reading(() => loadSources(found.file, { folder, desired }));
  return { folder, ...loaded };
}

/** Returns the desired-state folders of all environments. The environments' project files are checked elsewhere. */
async function desiredIn(folder: string): Promise<readonly string[]> {
  const files = await projectFilesIn(folder);
  const all = await Promise.all(
    files.map(async ({ path }) => {
      const read = await readText(path, path);
      if ("problem" in read) return [];
      const project = await reading(() => readOneMap(read.file, other).reading?.value);
      return foldersIn(project?.desiredState ?? null);
    }),
  );
  const found = [...new Set(all.flat())];
  return found.length === 0 ? [usual] : found;
}

const usual = "desired-state";
const other = { message: "the project file must be one map" };

function foldersIn(desiredState: Json): readonly string[] {
  if (typeof desiredState === "string") return [desiredState];
  const texts = asList(desiredState).filter((one) => typeof one === "string");
  return texts.length === 0 ? [usual] : texts;
}
