/** Reads a project as it stands on the disk or in a revision, and checks it. Needs no network and no secrets. */

import { drivers } from "./drivers/index.ts";
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
}

/** Reads and checks the project file and all of desired state. Needs no network and no secrets. */
export async function readProject(cwd: string, given?: string): Promise<Read> {
  const found = await readProjectFile(cwd, given);
  if (!found) return { problems: [noProject(given ?? cwd)] };
  if ("problem" in found) return { problems: [found.problem] };
  const { folder } = found;
  const { project, problems, references } = loadProject({ ...found, drivers });
  if (!project) return { problems };
  const tree = await readTree(folder, project.desiredState);
  const loaded = load({ project, files: tree.files, drivers });
  const read: ReadProject = { project, loaded, credentials: references };
  return { read, problems: [...problems, ...tree.problems, ...loaded.problems] };
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

async function textsOf(project: Project, revision: string) {
  const { folder: repository, desiredState: folder } = project;
  const texts = await textsAt({ repository, revision, folder, environment: childEnvironment() });
  return "problem" in texts ? { files: [], problems: [texts.problem] } : { files: texts.files, problems: [] };
}

function noProject(where: string): Problem {
  const hint = "Run `trueup init` to write one, or name it with --project.";
  return problem("no-project", `there is no trueup.yaml in ${where} or above it`, { hint });
}
