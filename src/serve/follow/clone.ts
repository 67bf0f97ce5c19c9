/** A bare clone of a repository that is followed: its remote is asked what branches and refs are, and fetched. */

import { plainFetch } from "../../git/fetching.ts";
import { answer, type Git, openGit } from "../../git/git.ts";
import { remoteProblem } from "../../git/refs.ts";
import type { GitCall } from "../../git/work-tree.ts";
import type { Problem } from "../../model/problem.ts";
import { environmentBelow } from "../../runtime/environment.ts";
import { makeFolder } from "../../runtime/files/folders.ts";
import { runGit } from "../../runtime/git-process.ts";
import type { ServedCommit } from "../served.ts";

/** Where a clone is, and what of. */
export interface CloneSettings {
  /** Absolute. */
  readonly folder: string;
  readonly url: string;
  /** How long git may take to ask, and for a fetch ten times as long. */
  readonly timeoutSeconds: number;
  /** Once it is aborted git is not waited for any more. */
  readonly ended?: AbortSignal | undefined;
}

/** A clone that is open. */
export interface Clone {
  readonly folder: string;
  /** In the clone, without asking the remote. */
  readonly git: Git;
  /** What the remote says of these names and globs, by whole name; the problem when it cannot be asked. */
  ask(names: readonly string[]): Promise<ReadonlyMap<string, string> | { readonly problem: Problem }>;
  /** Fetches branches, by their whole names. The problem when that fails. */
  fetch(branches: readonly string[]): Promise<Problem | undefined>;
}

/** The remote of every clone: what the work trees' projects push to. */
const remote = "origin";

/** Below this are the branches as they were fetched last: never below what a push or a fetch of a project touches. */
const ownRefs = "refs/trueup-serve";

/** Where a branch stands in the clone. */
export function heldRef(branch: string): string {
  return `${ownRefs}/heads/${branch}`;
}

/** Where is kept which commit of it an environment has accepted. */
export function acceptedRef(tree: string): string {
  return `${ownRefs}/accepted/${tree}`;
}

/** Opens the clone in a folder, or makes it: nothing is fetched yet. Rejects where git does not work there. */
export async function openClone({ folder, url, timeoutSeconds, ended }: CloneSettings): Promise<Clone> {
  await makeFolder(folder);
  const gitFor = (seconds: number) => {
    const run = (call: GitCall) => runGit(call, seconds, call.remote === undefined ? undefined : ended);
    // Named by its folder: a bare repository that is only found may be one that somebody has committed.
    return openGit({ top: folder, environment: { ...environmentBelow(folder), GIT_DIR: folder }, run });
  };
  const git = gitFor(timeoutSeconds);
  await git.text(["init", "--quiet", "--bare", "."]);
  await git.text(["config", `remote.${remote}.url`, url]);
  const fetching = gitFor(timeoutSeconds * 10);
  return {
    folder,
    git,
    ask: async (names) => {
      try {
        return refsIn(await git.text(["ls-remote", "--quiet", remote, ...names]));
      } catch (error) {
        return { problem: remoteProblem(remote, error) };
      }
    },
    fetch: async (branches) => {
      const specs = branches.map((name) => `+${name}:${heldRef(name.replace(/^refs\/heads\//, ""))}`);
      try {
        await fetching.text([...plainFetch, remote, ...specs]);
        return undefined;
      } catch (error) {
        return remoteProblem(remote, error);
      }
    },
  };
}

function refsIn(listed: string): ReadonlyMap<string, string> {
  const lines = listed.split("\n").flatMap((line) => {
    const [id, name] = line.split("\t");
    return id && name ? [[name, id] as const] : [];
  });
  return new Map(lines);
}

/** What a commit is, for people; undefined: the clone does not have it. */
export async function servedCommitAt({ git }: Clone, id: string): Promise<ServedCommit | undefined> {
  const format = "--format=%H%x00%s%x00%an%x00%ct";
  const said = await answer(git, ["log", "-1", format, "--no-mailmap", "--no-show-signature", id, "--"]);
  const [commit = "", subject = "", author = "", seconds = ""] = (said ?? "").trimEnd().split("\0");
  if (commit === "") return undefined;
  const time = new Date(Number(seconds) * 1000).toISOString();
  return { id: commit, subject: subject.slice(0, 500), author: author.slice(0, 200), time };
}

/** Whether one commit leads to another, or is it. */
export async function isAncestor({ git }: Clone, commit: string, of: string): Promise<boolean> {
  if (commit === of) return true;
  return (await answer(git, ["merge-base", commit, of]))?.trim() === commit;
}

/** The commit that a ref of the clone's own names. */
export async function heldCommit({ git }: Clone, ref: string): Promise<string | undefined> {
  return (await answer(git, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]))?.trim() || undefined;
}
