/**
 * Makes a commit without a work tree, by replacing some files of an existing commit, and makes a new branch for the
 * commit.
 */

import { problem } from "../model/problem.ts";
import { answer, openGit, remoteAnswer } from "./git.ts";
import { moveRef, objectIdOf, type RefMoveResult } from "./refs.ts";
import { committerOf, type Repository } from "./repository.ts";

/** A file that the commit replaces or removes. */
export interface FileMove {
  /** The path from the top of the work tree, with forward slashes. */
  readonly path: string;
  /** The file's new mode, and the id of its new content. Absent: the file is removed. */
  readonly to?: { readonly mode: string; readonly id: string } | undefined;
}

/** The parts of a new commit. */
export interface NewCommit {
  readonly parent: string;
  readonly moves: readonly FileMove[];
  readonly message: string;
  /** A name for temporary files that no other run uses. */
  readonly run: string;
}

/**
 * Stores a commit to which no ref points yet, and returns its id. Touches neither work tree nor index. Rejects if git
 * fails.
 */
export async function writeCommit(repository: Repository, of: NewCommit): Promise<string> {
  const { gitFolder, platform, environment } = repository;
  const folder = `${gitFolder}/trueup/commit-${of.run}`;
  await platform.makeFolder(folder);
  try {
    const apart = { ...repository, environment: { ...environment, GIT_INDEX_FILE: `${folder}/index` } };
    const git = openGit(apart);
    await git.text(["read-tree", of.parent]);
    const removed = of.moves.filter(({ to }) => !to);
    const put = of.moves.flatMap(({ path, to }) => (to ? [`${to.mode} ${to.id}\t${path}\0`] : []));
    const none = "0".repeat(of.parent.length);
    const lines = [...removed.map(({ path }) => `0 ${none}\t${path}\0`), ...put];
    await git.text(["update-index", "-z", "--index-info"], lines.join(""));
    const tree = (await git.text(["write-tree"])).trim();
    const committer = await committerOf(repository);
    const named = committer === undefined ? { ...environment, ...ourselves } : environment;
    const command = ["commit-tree", "--no-gpg-sign", "-p", of.parent, "-F", "-", tree];
    return (await openGit({ ...repository, environment: named }).text(command, of.message)).trim();
  } finally {
    await platform.removeFolder(folder);
  }
}

/** The committer if git has no identity, for example on a runner. */
const ourselves = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "trueup"],
    [`GIT_${role}_EMAIL`, "trueup@localhost"],
  ]),
);

/** Stores a text as a blob and returns its object id. Rejects if git fails. */
export async function writeText(repository: Repository, text: string): Promise<string> {
  return (await openGit(repository).text(["hash-object", "-w", "--stdin"], text)).trim();
}

/** A branch that was created, or that already has an equivalent commit. */
export interface NewBranch {
  readonly name: string;
  readonly commit: string;
  readonly isOld: boolean;
}

/** The maximum number of names that are tried. */
const namesMax = 50;

/**
 * Creates a branch for a commit. If the name is taken in this clone or at the remote, a number is appended. An existing
 * branch with the same files on the same parent is reused. `push`: also creates the branch at the remote.
 */
export async function newBranch(
  repository: Repository,
  { name, commit, push }: { readonly name: string; readonly commit: string; readonly push: boolean },
): Promise<NewBranch | Exclude<RefMoveResult, { is: "moved" | "other" }>> {
  const at = push ? repository : { ...repository, remote: undefined };
  const there = await branchesThere(repository, name);
  for (let number = 1; number <= namesMax; number += 1) {
    const tried = number === 1 ? name : `${name}-${number}`;
    const ref = `refs/heads/${tried}`;
    const here = await objectIdOf(repository, ref);
    const isOld = here !== undefined && (await isSame(repository, here, commit));
    if (here !== undefined && !isOld) continue;
    const becomes = isOld ? here : commit;
    if ((there.get(ref) ?? becomes) !== becomes) continue;
    if (isOld && at.remote === undefined) return { name: tried, commit: becomes, isOld };
    const moved = await moveRef(at, { name: ref, was: undefined, becomes });
    if (moved.is === "moved") return { name: tried, commit: becomes, isOld };
    if (moved.is === "failed") return moved;
  }
  const what = `the branch names from ${name} to ${name}-${namesMax} are all taken`;
  return {
    is: "failed",
    problem: problem("branch-exists", what, { hint: "Remove the branches that are no longer needed." }),
  };
}

/**
 * Returns the remote's branches with this name, or with a number appended to it, and their commits; none if the remote
 * does not answer.
 */
async function branchesThere(repository: Repository, name: string): Promise<ReadonlyMap<string, string>> {
  const { remote, unreachable = false } = repository;
  if (remote === undefined || unreachable) return new Map();
  const refs = [`refs/heads/${name}`, `refs/heads/${name}-*`];
  const listed = await remoteAnswer(openGit(repository), ["ls-remote", remote, ...refs]);
  const lines = (listed ?? "").split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line): [string, string] => [line.slice(line.indexOf("\t") + 1), line.split("\t", 1)[0] ?? ""]),
  );
}

/** True if two commits have the same files, on the same parents. */
async function isSame(repository: Repository, one: string, other: string): Promise<boolean> {
  const git = openGit(repository);
  const [a, b] = await Promise.all(
    [one, other].map((commit) =>
      answer(git, ["show", "-s", "--no-show-signature", "--format=%T %P", commit]),
    ),
  );
  return a !== undefined && a === b;
}

/** Returns the branch that is checked out; undefined if HEAD is detached. */
export async function currentBranch(repository: Repository): Promise<string | undefined> {
  const said = await answer(openGit(repository), ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  return said?.trim() || undefined;
}

/** True if this clone has a commit. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  const type = await answer(openGit(repository), ["cat-file", "-t", commit]);
  return type?.trim() === "commit";
}
