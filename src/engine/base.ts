/** The base, taken per resource from the record of the last apply, or from a revision or folder that the user names. */

import { lineages } from "../git/ancestry.ts";
import { mergeBase } from "../git/file.ts";
import { fetchCommits } from "../git/repository.ts";
import type { LoadResult } from "../load/load.ts";
import type { Address } from "../model/address.ts";
import { byKey } from "../model/compare.ts";
import type { Desired } from "../model/desired.ts";
import { hasErrors, type Problem, problem } from "../model/problem.ts";
import { desiredFolders, type Project } from "../model/project.ts";
import type { Base } from "../model/record.ts";
import { loadedBy, type ReadProject } from "../project/read.ts";
import { workTreeOf } from "../project/work-tree.ts";
import { readTree } from "../runtime/files/files.ts";
import { folderAt } from "../runtime/files/project-file.ts";
import { declaredAt, declaredIn, type RevisionRead } from "./declared-at.ts";
import type { GitState } from "./git-state.ts";

/** A base with warnings, or the problems that prevent a base. */
export type BaseResult =
  | { readonly base: Base; readonly problems: readonly Problem[] }
  | { readonly base?: undefined | undefined; readonly problems: readonly Problem[] };

/** Returns the desired state of another revision or folder, as the base that a user names. */
export async function namedBase(of: ReadProject, name: string, cwd: string): Promise<BaseResult> {
  const folder = await folderAt(cwd, name);
  const read: RevisionRead =
    folder === undefined
      ? await declaredIn(of, name)
      : { project: of.project, ...(await readTree(folder, ".", of.kept)) };
  if (hasErrors(read.problems)) return { problems: read.problems };
  const { project, files } = read;
  const input = { project, files, drivers: of.drivers, isOther: folder !== undefined };
  const { desired, problems } = await loadedBy(of.kept, `base ${name}`, input);
  const errors = problems.filter(isError);
  if (errors.length > 0)
    return { problems: errors.map((one) => ({ ...one, message: `base ${name}: ${one.message}` })) };
  return { base: { desired, lineageOf: () => "behind", commitOf: () => read.commit }, problems: [] };
}

/**
 * Returns the desired state of a pull request's target branch, at the merge base if git can determine it. Later commits
 * of the branch are then not attributed to the pull request.
 */
export async function namedMain(read: ReadProject, named: string, cwd: string): Promise<BaseResult> {
  const { project } = read;
  if ((await folderAt(cwd, named)) !== undefined) return namedBase(read, named, cwd);
  const workTree = await workTreeOf(project.folder, project.git?.timeoutSeconds);
  const left = workTree && (await mergeBase({ workTree, revision: named }));
  if (left !== "shallow") return namedBase(read, left?.commit ?? named, cwd);
  const branch = await namedBase(read, named, cwd);
  return branch.base ? { ...branch, problems: [...branch.problems, tooShallow(named)] } : branch;
}

function tooShallow(named: string): Problem {
  const what = `this clone lacks the history to find where the branch diverged from ${named}`;
  const text = `${what}: later changes on ${named} count as changes by this pull request.`;
  const hint = "Fetch the whole history: set fetch-depth: 0 in a workflow, or GIT_DEPTH: 0 on GitLab.";
  return problem("proposal-base-shallow", text, { severity: "warning", hint });
}

/**
 * Returns the base according to the record: the declarations of the applied commit. An address that was left behind has
 * the declaration of the commit that last applied it. The base is empty before the first apply. If the project file has
 * changed so that some declarations can no longer be read, these count as never applied and give a warning.
 */
export async function recordedBase(
  read: ReadProject,
  { repository, applied }: GitState,
): Promise<BaseResult> {
  if (!applied) return { base: emptyBase, problems: [] };
  const { commit, record, lost: isLost } = applied;
  const commits = [...new Set([commit, ...record.leftBehind.flatMap((one) => one.commit ?? [])])];
  await fetchCommits(repository, commits);
  const known = await lineages(repository, commits);
  // If the list of addresses that were left behind is lost, nothing in the applied commit is certain.
  const lineageOf = (of: string) => (isLost ? "unknown" : (known.get(of) ?? "unknown"));
  const loads = new Map<string, LoadResult>();
  for (const each of commits) {
    const texts = await declaredAt(read, repository, each);
    if (texts.problems.length > 0) return { problems: texts.problems };
    loads.set(each, await loadedOf(read, texts));
  }
  const resources = new Map(loads.get(commit)?.desired.resources);
  const commitOf = new Map<Address, string>();
  for (const one of record.leftBehind) {
    resources.delete(one.address);
    const resource = loads.get(one.commit ?? "")?.desired.resources.get(one.address);
    if (one.commit === null || !resource) continue;
    resources.set(one.address, resource);
    commitOf.set(one.address, one.commit);
  }
  const at = (address: Address) => commitOf.get(address) ?? commit;
  const locate: Desired["locate"] = (address, path) => loads.get(at(address))?.desired.locate(address, path);
  const written: Desired["written"] = (address, path) =>
    loads.get(at(address))?.desired.written?.(address, path);
  const desired = { resources: new Map([...resources].sort(byKey)), locate, written };
  return {
    base: {
      desired,
      applied: { commit, lineage: lineageOf(commit), isIncomplete: isLost !== undefined },
      lineageOf: (address) => lineageOf(at(address)),
      commitOf: at,
    },
    problems: lost([...loads].filter(([, { problems }]) => problems.some(isError))),
  };
}

/**
 * Returns the desired state of the checked-out commit. If the work tree declares the same, this is the same object as
 * the desired state of the work tree.
 */
export async function desiredAt(read: ReadProject, head: string): Promise<Desired> {
  const texts = await declaredIn(read, head);
  return texts.problems.length > 0 ? emptyBase.desired : (await loadedOf(read, texts)).desired;
}

/** The base before the first apply. */
export const emptyBase: Base = {
  desired: { resources: new Map(), locate: () => undefined },
  lineageOf: () => "behind",
  commitOf: () => undefined,
};

async function loadedOf(
  { project, drivers, files, loaded, kept }: ReadProject,
  texts: RevisionRead,
): Promise<LoadResult> {
  const same =
    texts.files.length === files.length &&
    settingsText(texts.project) === settingsText(project) &&
    texts.files.every(({ path, text }, index) => {
      const file = files[index];
      return file?.path === path && file.text === text;
    });
  const input = { project: texts.project, files: texts.files, drivers };
  return same ? loaded : loadedBy(kept, texts.commit ?? "base", input);
}

/** The settings of the project file that affect declared resources. */
function settingsText(project: Project): string {
  const { values, defaults } = project.vars ?? {};
  return JSON.stringify([desiredFolders(project), values, defaults]);
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

function lost(loads: readonly (readonly [string, LoadResult])[]): readonly Problem[] {
  return loads.map(([commit, { problems }]) => {
    const first = problems.find(isError);
    const what = `${first?.at ? `${first.at.file}:${first.at.line}: ` : ""}${first?.message ?? ""}`;
    const text = `a part of the state applied at ${commit.slice(0, 12)} can no longer be read: ${what}`;
    const hint =
      "trueup treats this part as never applied, and never removes its resources. You need not do anything.";
    return problem("base-incomplete", text, { severity: "warning", hint });
  });
}
