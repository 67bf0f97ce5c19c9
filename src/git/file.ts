/** Reads one file as of a commit, compares it with the work tree, and finds where two branches diverged. */

import { isShallow } from "./fetching.ts";
import { answer, type Git, openGit } from "./git.ts";
import type { WorkTree } from "./work-tree.ts";

/** A revision of a repository, by name. */
export interface RevisionName {
  readonly workTree: WorkTree;
  /** Any name of a commit that git understands. */
  readonly revision: string;
}

/** A revision resolved to a commit, or the reason why it is unclear. `ambiguous`: several refs have that name. */
export type CommitAt =
  | { readonly commit: string }
  | { readonly missing: "repository" | "revision" | "ambiguous" };

/** A file in a commit. */
export interface FileAt {
  readonly workTree: WorkTree;
  readonly commit: string;
  /** The file's path, relative to the top of the work tree, with forward slashes. */
  readonly path: string;
}

/**
 * Returns the commit of a revision. The commit decides whom to trust, so the revision's name must be unambiguous. Never
 * throws.
 */
export async function commitAt({ workTree, revision }: RevisionName): Promise<CommitAt> {
  const git = openGit(workTree);
  if ((await answer(git, ["rev-parse", "--git-dir"])) === undefined) return { missing: "repository" };
  const name = `${revision}^{commit}`;
  const commit = await answer(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
  if (!commit) return { missing: "revision" };
  return (await isAmbiguous(git, revision)) ? { missing: "ambiguous" } : { commit: commit.trim() };
}

/**
 * True if several refs have the name. Git would then prefer a tag to the branch, and somebody else may have pushed the
 * tag.
 */
async function isAmbiguous(git: Git, revision: string): Promise<boolean> {
  const [name = ""] = revision.split(/[~^:@]/);
  if (name === "" || name === "HEAD" || name.startsWith("refs/")) return false;
  const refs = [
    ...["refs", "refs/tags", "refs/heads", "refs/remotes"].map((folder) => `${folder}/${name}`),
    `refs/remotes/${name}/HEAD`,
  ];
  const found = (await answer(git, ["for-each-ref", "--format=%(refname)", ...refs])) ?? "";
  return found.split("\n").filter((ref) => refs.includes(ref)).length > 1;
}

/**
 * Returns the file's text. Undefined if the commit does not have the file; a symbolic link does not count as a file.
 */
export async function fileAt(file: FileAt): Promise<string | undefined> {
  const id = await blobAt(file);
  return id === undefined ? undefined : answer(openGit(file.workTree), ["cat-file", "blob", id]);
}

/**
 * Compares the file in the work tree with the file in the commit, byte for byte. `unknown`: neither the commit nor HEAD
 * has the file, so it came from elsewhere. `submodule`: the file is in a submodule, and the pull request chooses the
 * commit of that submodule.
 */
export async function comparedAt(file: FileAt): Promise<"same" | "other" | "unknown" | "submodule"> {
  const { workTree, path } = file;
  const git = openGit(workTree);
  const id = await blobAt(file);
  if (id === undefined) {
    if (await isKnown(git, file)) return "other";
    return (await noFolderOn(git, file.commit, path.split("/").slice(0, -1))) ? "submodule" : "unknown";
  }
  const own = await answer(git, ["hash-object", "--no-filters", "--", path]);
  return own?.trim() === id ? "same" : "other";
}

/**
 * Returns where a folder's files come from. `stored`: the commit or HEAD has the folder. `unknown`: neither has it, so
 * it came from elsewhere. `sameSubmodule`, `otherSubmodule`: the folder is in a submodule of the commit, and HEAD has
 * the same or another commit of this submodule.
 */
export async function folderOrigin(
  folder: FileAt,
): Promise<"stored" | "unknown" | "sameSubmodule" | "otherSubmodule"> {
  const git = openGit(folder.workTree);
  const found = await noFolderOn(git, folder.commit, folder.path.split("/"));
  if (found?.stored !== undefined)
    return found.stored === found.checkedOut ? "sameSubmodule" : "otherSubmodule";
  return found || (await isKnown(git, folder)) ? "stored" : "unknown";
}

/**
 * True if git tracks the file, so that the file comes from a checkout and was not left by a run. False if git cannot
 * tell.
 */
export async function isTracked(workTree: WorkTree, path: string): Promise<boolean> {
  const listed = await answer(openGit(workTree), ["ls-files", "--", path]).catch(() => undefined);
  return listed !== undefined && listed !== "";
}

/** False if neither the commit nor the index has anything at the path. */
async function isKnown(git: Git, { commit, path }: FileAt): Promise<boolean> {
  const trees = [
    await answer(git, ["ls-tree", commit, "--", path]),
    await answer(git, ["ls-files", "--", path]),
  ];
  return !trees.every((found) => found === "");
}

/**
 * Finds the first of these folders that is not a plain folder, and returns its object ids: `stored` if it is a
 * submodule in the commit, `checkedOut` if the index has an entry for it. Undefined if all of them are plain folders,
 * or missing.
 */
async function noFolderOn(
  git: Git,
  commit: string,
  names: readonly string[],
): Promise<{ readonly stored: string | undefined; readonly checkedOut: string | undefined } | undefined> {
  for (const at of names.keys()) {
    const folder = names.slice(0, at + 1).join("/");
    const tree = await answer(git, ["ls-tree", "--full-tree", commit, "--", folder]);
    const [, stored] = /^160000 commit ([0-9a-f]+)/.exec(tree ?? "") ?? [];
    // The index has entries only for the contents of plain folders, not for the folders themselves.
    const checkedOut = (await answer(git, ["rev-parse", "--verify", "--quiet", `:0:${folder}`]))?.trim();
    if (stored !== undefined || checkedOut) return { stored, checkedOut };
  }
  return undefined;
}

/**
 * Returns the merge base of HEAD and a branch. Undefined if there is no merge base, no repository or no such branch.
 * `shallow`: there may be a merge base in history that this clone lacks.
 */
export async function mergeBase({
  workTree,
  revision,
}: RevisionName): Promise<{ readonly commit: string } | "shallow" | undefined> {
  const git = openGit(workTree);
  const found = await answer(git, ["merge-base", "--", revision, "HEAD"]);
  if (found === undefined) return undefined;
  const commit = found.trim();
  if (commit !== "") return { commit };
  return (await isShallow(git)) ? "shallow" : undefined;
}

async function blobAt({ workTree, commit, path }: FileAt): Promise<string | undefined> {
  const tree = await answer(openGit(workTree), ["ls-tree", "-z", "--full-tree", commit, "--", path]);
  return /^100\d{3} blob ([0-9a-f]+)\t/.exec(tree ?? "")?.[1];
}
