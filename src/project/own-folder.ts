/** Reads folders that the project file names: from disk, or from a revision that a pull request cannot change. */

import { folderOrigin } from "../git/file.ts";
import type { WantedFiles } from "../git/objects.ts";
import { textsAt } from "../git/revision.ts";
import type { KeptResults } from "../kept/kept.ts";
import { folderName } from "../load/project-file/catalog-folders.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import { readTree } from "../runtime/files/files.ts";
import { placeInside } from "../runtime/files/work-tree.ts";
import type { TrustedRevision } from "./config-from.ts";

/** How to read a folder of a project. */
export interface OwnFolderOptions {
  /** The revision from which files are read. If absent, the files on disk are read. */
  readonly trusted?: TrustedRevision | undefined;
  /** The cached results of earlier runs. */
  readonly kept?: KeptResults | undefined;
}

/** A folder of a project. */
export interface ProjectFolder extends OwnFolderOptions {
  /** The absolute path of the project's folder. */
  readonly root: string;
  /** The folder's path as written in the project file. */
  readonly folder: string;
}

/** Returns the cache key of results that depend on these files. */
export function textsIn(files: readonly SourceText[]): readonly (string | undefined)[] {
  return files.flatMap(({ path, text, fault }) => [path, text, fault]);
}

/** The content of a folder. */
export interface FolderFiles {
  /** The files in path order; their paths are relative to the project's folder. */
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
}

/** The content of a folder, with the pull request's changes to it. */
export interface ProposedFolder extends FolderFiles {
  /** Paths of files that differ or that only one side has, in order. */
  readonly changed: readonly string[];
}

/** Returns the YAML files to use from a folder and its subfolders. `isOne`: selects the files. */
export async function ownFiles(
  of: ProjectFolder,
  isOne: (file: SourceText) => boolean,
): Promise<ProposedFolder> {
  const read = await readTree(of.root, of.folder, of.kept);
  const onDisk = { files: read.files.filter(isOne), problems: read.problems };
  const trusted = await trustedFiles(of);
  if (!trusted) return { ...onDisk, changed: [] };
  const files = trusted.files.filter(isOne);
  return { files, problems: trusted.problems, changed: changedFiles(files, onDisk.files) };
}

/**
 * Returns the trusted revision's files in a folder. Undefined if the files on disk are used instead, which happens in
 * three cases: there is no trusted revision; the folder exists only on this machine, so neither the revision nor the
 * checked-out commit contains it; or the folder is in a submodule with the same commit in both. `wanted` selects YAML
 * files and files of data rows by default.
 */
export async function trustedFiles(
  { root, folder, trusted }: ProjectFolder,
  wanted?: WantedFiles,
): Promise<FolderFiles | undefined> {
  if (!trusted) return undefined;
  const { workTree, commit, name } = trusted;
  const place = await placeInside({ top: workTree.top, folder: root, path: folder });
  const origin =
    place && !place.linked ? await folderOrigin({ workTree, commit, path: place.path }) : "stored";
  if (origin === "unknown" || origin === "sameSubmodule") return undefined;
  if (origin === "otherSubmodule") return { files: [], problems: [otherSubmodule(name, folder)] };
  const texts = await textsAt({ workTree, revision: commit, folder: folderName(folder), wanted });
  return "problem" in texts ? { files: [], problems: [texts.problem] } : { files: texts.files, problems: [] };
}

/** The paths of files that differ or that only one side has, in order. */
export function changedFiles(own: readonly SourceText[], other: readonly SourceText[]): readonly string[] {
  const texts = (of: readonly SourceText[]) => new Map(of.map(({ path, text }) => [path, text]));
  const [trusted, proposed] = [texts(own), texts(other)];
  return [...new Set([...trusted.keys(), ...proposed.keys()])]
    .filter((path) => trusted.get(path) !== proposed.get(path))
    .sort();
}

/** A pull request's changes in a folder, and the trusted version that is used instead. */
export interface ProposedChange {
  readonly code: `${string}-differs`;
  /** The changed files; at least one. */
  readonly paths: readonly string[];
  /**
   * A clause that says which version is used: "this plan uses the mapping of main".
   */
  readonly counts: string;
  readonly hint: string;
}

/** The warning about a pull request's change in a folder. */
export function proposedChange({ code, paths, counts, hint }: ProposedChange): Problem {
  const [first = "", ...more] = paths;
  const others = more.length === 1 ? "1 other file" : `${more.length} other files`;
  const all = more.length === 0 ? first : `${first} and ${others} in its folder`;
  const later =
    "After the merge, the pull request's version takes effect, and changes planned without it need approval.";
  return problem(code, `the pull request changes ${all}, but ${counts}.`, {
    severity: "warning",
    at: { file: first, line: 1, column: 1 },
    hint: `${hint} ${later}`,
  });
}

function otherSubmodule(revision: string, folder: string): Problem {
  const how = "the submodule that contains it is at another commit";
  return problem(
    "trusted-file-differs",
    `the pull request's ${folder} differs from that of ${revision}: ${how}.`,
    {
      hint: "First merge the change of that submodule separately.",
    },
  );
}
