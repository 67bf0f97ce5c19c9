/** Reads one file as it is in a commit, compares it with the work tree's, and finds where a branch left another. */

import { isShallow } from "./fetching.ts";
import { answer, type Git, openGit } from "./git.ts";
import type { WorkTree } from "./work-tree.ts";

/** A revision of a repository. */
export interface RevisionName {
  readonly workTree: WorkTree;
  /** Whatever git takes for a commit. */
  readonly revision: string;
}

/** What a revision is: a commit, or why that is unclear. `ambiguous`: several refs have that name. */
export type CommitAt =
  | { readonly commit: string }
  | { readonly missing: "repository" | "revision" | "ambiguous" };

/** A file in a commit. */
export interface FileAt {
  readonly workTree: WorkTree;
  readonly commit: string;
  /** From the top of the work tree, with forward slashes. */
  readonly path: string;
}

/** The commit of a revision that decides whom we believe, so its name must mean one thing. Never throws. */
export async function commitAt({ workTree, revision }: RevisionName): Promise<CommitAt> {
  const git = openGit(workTree);
  if ((await answer(git, ["rev-parse", "--git-dir"])) === undefined) return { missing: "repository" };
  const name = `${revision}^{commit}`;
  const commit = await answer(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
  if (!commit) return { missing: "revision" };
  return (await isAmbiguous(git, revision)) ? { missing: "ambiguous" } : { commit: commit.trim() };
}

/** True when several refs have the name: git takes the tag, which others may have pushed, before the branch. */
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

/** The file's text. Undefined when the commit has no such file; a link is none. */
export async function fileAt(file: FileAt): Promise<string | undefined> {
  const id = await blobAt(file);
  return id === undefined ? undefined : answer(openGit(file.workTree), ["cat-file", "blob", id]);
}

/**
 * Whether the work tree has a file byte for byte as a commit has it. `unknown`: neither that commit nor what is checked
 * out knows it, so it came from elsewhere. `submodule`: neither knows it, since it is in a submodule of either, and the
 * pull request says which commit's file it is.
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
 * Whose files a folder of the work tree has. `stored`: the commit or what is checked out knows it. `unknown`: neither
 * does, so they came from elsewhere. In a submodule of the commit: `sameSubmodule` where what is checked out has the
 * same commit of it.
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

/** Whether a checkout brings a file: git tracks it, so no run has left it here. False where git does not say so. */
export async function isTracked(workTree: WorkTree, path: string): Promise<boolean> {
  const listed = await answer(openGit(workTree), ["ls-files", "--", path]).catch(() => undefined);
  return listed !== undefined && listed !== "";
}

/** False where neither the commit nor the index has anything there. */
async function isKnown(git: Git, { commit, path }: FileAt): Promise<boolean> {
  const trees = [
    await answer(git, ["ls-tree", commit, "--", path]),
    await answer(git, ["ls-files", "--", path]),
  ];
  return !trees.every((found) => found === "");
}

/** The first of some folders that is a submodule of the commit (`stored`), or anything but a folder in the index. */
async function noFolderOn(
  git: Git,
  commit: string,
  names: readonly string[],
): Promise<{ readonly stored: string | undefined; readonly checkedOut: string | undefined } | undefined> {
  for (const at of names.keys()) {
    const folder = names.slice(0, at + 1).join("/");
    const tree = await answer(git, ["ls-tree", "--full-tree", commit, "--", folder]);
    const [, stored] = /^160000 commit ([0-9a-f]+)/.exec(tree ?? "") ?? [];
    // The index has no entry for a folder, only for its contents.
    const checkedOut = (await answer(git, ["rev-parse", "--verify", "--quiet", `:0:${folder}`]))?.trim();
    if (stored !== undefined || checkedOut) return { stored, checkedOut };
  }
  return undefined;
}

/**
 * The commit in which what is checked out and a branch were last the same; undefined where there is none, in no
 * repository, or without such a branch. `shallow`: there may be one, in history that this clone does not have.
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
