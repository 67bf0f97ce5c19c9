/**
 * Makes the commit of a rollback, on top of the checked-out commit and with the desired state of an earlier commit.
 * Only declarations are rolled back. Targets, credentials, guards and definitions stay as they are today.
 */

import { differing } from "../../apply/incomplete.ts";
import { comparedAt, fileAt } from "../../git/file.ts";
import { openGit } from "../../git/git.ts";
import { type FileMove, hasCommit, writeCommit, writeText } from "../../git/new-commit.ts";
import { entriesOf, type TreeEntry } from "../../git/objects.ts";
import { fetchCommits, type Repository } from "../../git/repository.ts";
import { listingOf } from "../../git/revision.ts";
import type { LoadResult } from "../../load/load.ts";
import { settingsOf } from "../../load/project-file/settings-at.ts";
import { withEarlierSettings } from "../../load/project-file/settings-spliced.ts";
import type { Address } from "../../model/address.ts";
import { hasErrors, type Problem, problem } from "../../model/problem.ts";
import { desiredFolders } from "../../model/project.ts";
import { loadedBy, type ReadProject } from "../../project/read.ts";
import type { EnvironmentFile } from "../../runtime/files/environment-file.ts";
import { declaredAt } from "../declared-at.ts";

/** The project to roll back, and the commit to roll back to. */
export interface RollbackRequest {
  /** The project as it is on disk. */
  readonly read: ReadProject;
  readonly repository: Repository;
  /** The checked-out commit. */
  readonly head: string;
  readonly to: string;
  /** Project files of other environments in the same folder. */
  readonly others: readonly EnvironmentFile[];
  /** A name of the run that is unique. */
  readonly run: string;
  /** The message of the commit. */
  readonly message: string;
}

/** A rollback commit, and what it declares. */
export interface RolledBack {
  readonly is: "made";
  readonly commit: string;
  /** The project with the declarations of the rollback commit, and today's targets and definitions. */
  readonly read: ReadProject;
  readonly moves: readonly FileMove[];
  /** The addresses whose declarations change. */
  readonly changed: readonly Address[];
  /** Other environments whose desired state changes as well. */
  readonly shared: readonly string[];
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** The result of making a rollback commit. `same`: the checked-out commit declares the same as the earlier commit. */
export type WayBack = RolledBack | { readonly is: "same" } | { readonly problems: readonly Problem[] };

/**
 * Makes the rollback commit, to which no ref points yet. Touches neither the work tree nor the index, and sends nothing
 * to a controller.
 */
export async function rolledBackTo(request: RollbackRequest): Promise<WayBack> {
  const { read, repository, head, to } = request;
  await fetchCommits(repository, [to]);
  if (!(await hasCommit(repository, to))) return { problems: [gone(to)] };
  const file = await projectFileAt(request);
  if ("problem" in file) return { problems: [file.problem] };
  const moves = [...file.moves, ...(await desiredMoves(request))].sort(byPath);
  if (moves.length === 0) return { is: "same" };
  const commit = await writeCommit(repository, {
    parent: head,
    moves,
    message: request.message,
    run: request.run,
  });
  const [then, now, made] = await Promise.all(
    [to, head, commit].map((each) => loadedAt(read, repository, each)),
  );
  if (!then || !now || !made) return { problems: [gone(to)] };
  const errors = made.loaded.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { problems: [unreadable(to), ...errors] };
  const lacking = differing(made.loaded.desired, then.loaded.desired);
  if (lacking.length > 0) return { problems: [otherwise(to, lacking)] };
  const changed = differing(made.loaded.desired, now.loaded.desired);
  if (changed.length === 0 && !hasErrors(now.loaded.problems)) return { is: "same" };
  const shared = await sharedWith(request, moves);
  const problems = [...made.loaded.problems, ...(await notCommitted(request))];
  return { is: "made", commit, read: made.read, moves, changed, shared, problems };
}

interface LoadedRevision {
  readonly loaded: LoadResult;
  readonly read: ReadProject;
}

/** The declarations of a commit, read with today's definitions. */
export async function loadedAt(
  read: ReadProject,
  repository: Repository,
  commit: string,
): Promise<LoadedRevision | undefined> {
  const { project, files, problems } = await declaredAt(read, repository, commit);
  if (problems.length > 0) {
    const nothing: LoadResult = { ...read.loaded, problems };
    return { loaded: nothing, read: { ...read, loaded: nothing } };
  }
  const loaded = await loadedBy(undefined, commit, { project, files, drivers: read.drivers });
  return { loaded, read: { ...read, project, files, loaded } };
}

/**
 * Returns how the project file must change to get the earlier folders and variables. Empty if these are the same today.
 */
async function projectFileAt({
  read: { fileName },
  repository,
  head,
  to,
}: RollbackRequest): Promise<{ readonly moves: readonly FileMove[] } | { readonly problem: Problem }> {
  const path = repository.prefix + fileName;
  const [now, then] = await Promise.all(
    [head, to].map((commit) => fileAt({ workTree: repository, commit, path })),
  );
  if (now === undefined || then === undefined || now === then) return { moves: [] };
  const [today, before] = [now, then].map((text) => ({ path: fileName, text }));
  if (!today || !before) return { moves: [] };
  const [ofNow, ofThen] = [settingsOf(today), settingsOf(before)];
  if (!ofThen) return { problem: unclear(fileName, to) };
  if (ofNow && sameSettings(ofNow, ofThen)) return { moves: [] };
  const text = withEarlierSettings(today, before);
  if (text === undefined) return { problem: unclear(fileName, to) };
  return { moves: [{ path, to: { mode: "100644", id: await writeText(repository, text) } }] };
}

type Settings = NonNullable<ReturnType<typeof settingsOf>>;

function sameSettings(one: Settings, other: Settings): boolean {
  const [a, b] = [one, other].map((each) => {
    const { values, defaults, inputs } = each.vars ?? {};
    return JSON.stringify([desiredFolders(each), values, defaults, inputs]);
  });
  return a === b;
}

/**
 * Returns how files change. In the folders of desired state that the earlier commit reads, changed files are restored
 * and new files are removed.
 */
async function desiredMoves(request: RollbackRequest): Promise<readonly FileMove[]> {
  const { repository, head, to } = request;
  const folders = await foldersThen(request);
  const [then, now] = await Promise.all([to, head].map((commit) => filesAt(request, commit, folders)));
  const paths = new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...paths].flatMap((path): readonly FileMove[] => {
    const [before, today] = [then?.get(path), now?.get(path)];
    if (before?.id === today?.id && before?.mode === today?.mode) return [];
    const place = repository.prefix + path;
    return [before ? { path: place, to: { mode: before.mode, id: before.id } } : { path: place }];
  });
}

/**
 * Returns the folders that the earlier commit read. All other folders stay as they are, because other environments may
 * use them.
 */
async function foldersThen({ read, repository, to }: RollbackRequest): Promise<readonly string[]> {
  const path = repository.prefix + read.fileName;
  const text = await fileAt({ workTree: repository, commit: to, path });
  const settings = text === undefined ? undefined : settingsOf({ path: read.fileName, text });
  return desiredFolders(settings ?? read.project).map(plainFolder);
}

/** A folder's path in the project, without leading or trailing dots and slashes; empty for the project itself. */
function plainFolder(folder: string): string {
  return folder.replace(/^(?:\.\/)+|\/+$/g, "").replace(/^\.$/, "");
}

/** The desired-state files in some folders, by their paths in the project. Project files are not included. */
async function filesAt(
  { read, repository, others }: RollbackRequest,
  commit: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
  const git = openGit(repository);
  const projectFiles = new Set([read.fileName, ...others.map(nameOf)]);
  const files = new Map<string, TreeEntry>();
  for (const folder of folders) {
    const listing = await listingOf(git, `${commit}:${repository.prefix}${folder}`);
    if (listing === "flood" || listing === undefined) continue;
    for (const entry of entriesOf(listing, folder))
      if (!projectFiles.has(entry.path)) files.set(entry.path, entry);
  }
  return files;
}

/** All project files are in one folder, so the file name identifies them. */
function nameOf({ path }: Pick<EnvironmentFile, "path">): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Returns the other environments that use some of these files. */
async function sharedWith(
  { repository, head, others }: RollbackRequest,
  moves: readonly FileMove[],
): Promise<readonly string[]> {
  const { prefix } = repository;
  const found = await Promise.all(
    others.map(async (other) => {
      const [name, { environment }] = [nameOf(other), other];
      const text = await fileAt({ workTree: repository, commit: head, path: prefix + name });
      const settings = text === undefined ? undefined : settingsOf({ path: name, text });
      const folders = settings ? desiredFolders(settings).map(plainFolder) : [];
      const begins = folders.map((folder) => prefix + (folder === "" ? "" : `${folder}/`));
      return moves.some(({ path }) => begins.some((begin) => path.startsWith(begin))) ? [environment] : [];
    }),
  );
  return found.flat();
}

/**
 * Returns a warning if the project file on disk has uncommitted changes: the plan includes these changes, but the
 * rollback commit does not.
 */
async function notCommitted({ read, repository, head }: RollbackRequest): Promise<readonly Problem[]> {
  const path = repository.prefix + read.fileName;
  if ((await comparedAt({ workTree: repository, commit: head, path })) !== "other") return [];
  const what = `${read.fileName} has uncommitted changes: the plan includes them, but the new commit would not`;
  return [problem("uncommitted-project", what, { severity: "warning", hint: "Commit these changes first." })];
}

function byPath(a: FileMove, b: FileMove): number {
  return a.path < b.path ? -1 : 1;
}

function gone(commit: string): Problem {
  const what = `commit ${commit.slice(0, 12)} is neither in this clone nor on the remote`;
  return problem("commit-gone", what, {
    hint: "Push the commit from a clone that still has it. Its branch was rewritten or deleted.",
  });
}

function unclear(file: string, commit: string): Problem {
  const had = `at commit ${commit.slice(0, 12)}, ${file} had other folders or variables`;
  const what = `${had}, which are not valid in today's file`;
  return problem("rollback-impossible", what, {
    hint: `Restore desiredState, vars and inputs of ${file} by hand, commit that, and try again.`,
  });
}

function unreadable(commit: string): Problem {
  const what = `the declarations of ${commit.slice(0, 12)} are not valid with today's project file and catalogs`;
  return problem("rollback-impossible", what, {
    hint: "First commit what is missing, such as a target: a rollback restores neither project file nor catalogs.",
  });
}

function otherwise(commit: string, addresses: readonly Address[]): Problem {
  const some = addresses.slice(0, 5).join(", ");
  const what = `the new commit would declare these resources differently from ${commit.slice(0, 12)}: ${some}`;
  return problem("rollback-impossible", what, {
    hint: "Restore by hand what was declared outside the desired-state folders, commit that, and try again.",
  });
}
