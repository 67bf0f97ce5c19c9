/** The desired state of a revision: its files, with the folders and variables of its own project file. */

import { fileAt } from "../git/file.ts";
import { noRepository, textsAt } from "../git/revision.ts";
import type { WorkTree } from "../git/work-tree.ts";
import { Stage } from "../kept/kept.ts";
import { settingsOf } from "../load/project-file/settings-at.ts";
import type { Problem } from "../model/problem.ts";
import { desiredFolders, type Project } from "../model/project.ts";
import type { SourceText } from "../model/source.ts";
import type { ReadProject } from "../project/read.ts";
import { workTreeOf } from "../project/work-tree.ts";

/** The files of a revision, or the first problem. */
export interface RevisionRead {
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
  readonly commit?: string | undefined;
  /** The project, with the folders and variables that the revision's own project file names. */
  readonly project: Project;
}

/** The files at a revision, read from the Git repository that contains the project. */
export async function declaredIn(read: ReadProject, revision: string): Promise<RevisionRead> {
  const { project } = read;
  const workTree = await workTreeOf(project.folder, project.git?.timeoutSeconds);
  if (!workTree) return { project, files: [], problems: [noRepository(project.folder)] };
  return declaredAt(read, workTree, revision);
}

const ofCommits = new Stage<RevisionRead>();

/** Returns the files of a commit. They are read only once, because they never change. */
export async function declaredAt(
  read: ReadProject,
  workTree: WorkTree,
  revision: string,
): Promise<RevisionRead> {
  const { project, fileName, kept } = read;
  if (!kept || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision)) return readAt(read, workTree, revision);
  const key = { place: revision, from: [project, fileName, workTree.top, workTree.prefix] };
  const known = ofCommits.find(kept, key);
  if (known) return known.result;
  const found = await readAt(read, workTree, revision);
  if (found.problems.length === 0) ofCommits.keep(kept, key, found);
  return found;
}

async function readAt(read: ReadProject, workTree: WorkTree, revision: string): Promise<RevisionRead> {
  const project = await projectAt(read, workTree, revision);
  const files: SourceText[] = [];
  let commit: string | undefined;
  for (const folder of desiredFolders(project)) {
    const texts = await textsAt({ workTree, revision, folder });
    if ("problem" in texts) return { project, files: [], problems: [texts.problem] };
    files.push(...texts.files);
    commit = texts.commit;
  }
  return { project, files, commit, problems: [] };
}

/**
 * Returns the project as of a commit. Only the settings that determine the declarations come from the commit. Targets
 * and all other settings are those of today.
 */
async function projectAt(
  { project, fileName }: ReadProject,
  workTree: WorkTree,
  commit: string,
): Promise<Project> {
  const text = await fileAt({ workTree, commit, path: workTree.prefix + fileName });
  const settings = text === undefined ? undefined : settingsOf({ path: fileName, text });
  if (!settings) return project;
  const { desiredBelow: _, vars: __, ...rest } = project;
  return { ...rest, ...settings };
}
