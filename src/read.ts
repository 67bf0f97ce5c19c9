/** Reads a project as it stands on the disk or in a revision, and checks it. Needs no network and no secrets. */

import { changedAuthorities, configFrom } from "./config-from.ts";
import { drivers } from "./drivers/index.ts";
import { mergeBase } from "./git/file.ts";
import { textsAt } from "./git/revision.ts";
import { type Loaded, load } from "./load/load.ts";
import { loadProject } from "./load/project.ts";
import type { Desired } from "./model/desired.ts";
import { type Problem, problem } from "./model/problem.ts";
import type { Project } from "./model/project.ts";
import { childEnvironment } from "./runtime/environment.ts";
import { readTree } from "./runtime/files.ts";
import { folderAt, readProjectFile } from "./runtime/project-file.ts";
import type { WantedSecret } from "./runtime/secrets.ts";

/** A project as it stands on the disk, checked; nothing of the network is known yet. */
export interface ReadProject {
  readonly project: Project;
  readonly loaded: Loaded;
  /** References of the targets' credentials. */
  readonly credentials: readonly (WantedSecret & { readonly target: string })[];
}

/** What reading came to. Without `read` the project file itself is at fault. */
export interface Read {
  readonly read?: ReadProject;
  /** Of the project file and of desired state, warnings too. */
  readonly problems: readonly Problem[];
  /** The absolute path of the project's folder, where a project file was found. */
  readonly folder?: string;
}

/**
 * Reads and checks the project file and all of desired state. Needs no network and no secrets. With a revision the
 * project file is the one of that revision, whatever stands on the disk.
 */
export async function readProject(cwd: string, given?: string, revision?: string): Promise<Read> {
  const onDisk = await readProjectFile(cwd, given);
  if (!onDisk) return { problems: [noProject(given ?? cwd)] };
  if ("problem" in onDisk) return { problems: [onDisk.problem] };
  const { folder } = onDisk;
  const config =
    revision === undefined ? { found: onDisk, problems: [] } : await configFrom(revision, onDisk);
  if (!config.found) return { problems: config.problems, folder };
  const { project, problems: faults, references } = loadProject({ ...config.found, drivers });
  const authorities = project && revision !== undefined ? await changedAuthorities(revision, project) : [];
  const problems = [...config.problems, ...faults, ...authorities];
  if (!project) return { problems, folder };
  const tree = await readTree(folder, project.desiredState);
  const loaded = load({ project, files: tree.files, drivers });
  const read: ReadProject = { project, loaded, credentials: references };
  return { read, folder, problems: [...problems, ...tree.problems, ...loaded.problems] };
}

/** Desired state as another revision, or another folder, has it: the base of a three-way comparison. */
export async function readBase(
  project: Project,
  base: string,
  cwd: string,
): Promise<{ readonly desired: Desired } | { readonly problems: readonly Problem[] }> {
  const folder = await folderAt(cwd, base);
  const texts = folder === undefined ? await textsOf(project, base) : await readTree(folder, ".");
  if (texts.problems.length > 0) return { problems: texts.problems };
  const { desired, problems } = load({ project, files: texts.files, drivers });
  const errors = problems.filter(({ severity }) => severity === "error");
  return errors.length > 0
    ? { problems: errors.map((one) => ({ ...one, message: `base ${base}: ${one.message}` })) }
    : { desired };
}

/**
 * Desired state as the branch has it that a proposal goes to: where the proposal left that branch, when git can tell,
 * so that what the branch has gained since is not taken for the proposal's.
 */
export async function readMain(project: Project, named: string, cwd: string): ReturnType<typeof readBase> {
  if ((await folderAt(cwd, named)) !== undefined) return readBase(project, named, cwd);
  const of = { repository: project.folder, revision: named, environment: childEnvironment() };
  return readBase(project, (await mergeBase(of)) ?? named, cwd);
}

async function textsOf(project: Project, revision: string) {
  const { folder: repository, desiredState: folder } = project;
  const texts = await textsAt({ repository, revision, folder, environment: childEnvironment() });
  return "problem" in texts ? { files: [], problems: [texts.problem] } : { files: texts.files, problems: [] };
}

function noProject(where: string): Problem {
  const hint = "Run `trueup init` to write one, or name it with --project.";
  return problem("no-project", `there is no trueup.yaml in ${where} or above it`, { hint });
}
