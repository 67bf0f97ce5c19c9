/** Reads a project as it stands on the disk or in a revision, and checks it. Needs no network and no secrets. */

import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { drivers } from "./drivers/index.ts";
import { textsAt } from "./git/revision.ts";
import { type Loaded, load } from "./load/load.ts";
import { loadProject } from "./load/project.ts";
import type { Desired } from "./model/desired.ts";
import { type Problem, problem } from "./model/problem.ts";
import type { Project } from "./model/project.ts";
import { readTree } from "./runtime/files.ts";
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

/** The path of the project file: the one that is given, or `trueup.yaml` in `cwd` or the nearest folder above it. */
export function findProject(cwd: string, given?: string): string | undefined {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    if (!path.endsWith(".yaml") && !path.endsWith(".yml")) return findHere(path);
    return existsSync(path) ? path : undefined;
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = findHere(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

function findHere(folder: string): string | undefined {
  const path = join(folder, "trueup.yaml");
  return existsSync(path) ? path : undefined;
}

/** Reads and checks the project file and all of desired state. Needs no network and no secrets. */
export async function readProject(cwd: string, given?: string): Promise<Read> {
  const path = findProject(cwd, given);
  if (path === undefined) return { problems: [noProject(given ?? cwd)] };
  const folder = dirname(path);
  const text = await readFile(path, "utf8");
  const { project, problems, references } = loadProject({
    file: { path: "trueup.yaml", text },
    folder,
    drivers,
  });
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
  const path = resolve(cwd, base);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const texts = isFolder ? await readTree(path, ".") : await textsOf(project, base);
  if (texts.problems.length > 0) return { problems: texts.problems };
  const { desired, problems } = load({ project, files: texts.files, drivers });
  const errors = problems.filter(({ severity }) => severity === "error");
  return errors.length > 0
    ? { problems: errors.map((one) => ({ ...one, message: `base ${base}: ${one.message}` })) }
    : { desired };
}

async function textsOf(project: Project, revision: string) {
  const texts = await textsAt({ repository: project.folder, revision, folder: project.desiredState });
  return "problem" in texts ? { files: [], problems: [texts.problem] } : { files: texts.files, problems: [] };
}

function noProject(where: string): Problem {
  const hint = "Run `trueup init` to write one, or name it with --project.";
  return problem("no-project", `there is no trueup.yaml in ${where} or above it`, { hint });
}
