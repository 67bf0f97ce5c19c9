/** A bare clone of a followed repository: lists branches and refs of the remote, and fetches. */

import { plainFetch } from "../../git/fetching.ts";
import { answer, type Git, openGit } from "../../git/git.ts";
import { remoteProblem } from "../../git/refs.ts";
import type { GitCall } from "../../git/work-tree.ts";
import type { Problem } from "../../model/problem.ts";
import { environmentBelow } from "../../runtime/environment.ts";
import { makeFolder } from "../../runtime/files/folders.ts";
import { runGit } from "../../runtime/git-process.ts";
import type { ServedCommit } from "../served.ts";

/** The location and remote of a clone. */
export interface CloneSettings {
  /** The absolute path of the clone. */
  readonly folder: string;
  readonly url: string;
  /** The timeout of a git command; a fetch may take ten times as long. */
  readonly timeoutSeconds: number;
  /** Once this signal is aborted, git commands that contact the remote are no longer awaited. */
  readonly ended?: AbortSignal | undefined;
}

/** An open clone. */
export interface Clone {
  readonly folder: string;
  /** Runs git in the clone, without contacting the remote. */
  readonly git: Git;
  /**
   * Lists the remote's refs that match these names and globs, by full name. Returns a problem if the remote cannot
   * be reached.
   */
  ask(names: readonly string[]): Promise<ReadonlyMap<string, string> | { readonly problem: Problem }>;
  /** Fetches branches by their full names. Returns a problem if that fails. */
  fetch(branches: readonly string[]): Promise<Problem | undefined>;
}

/** The remote's name in every clone. Projects in work trees push to it. */
const remote = "origin";

/** The prefix of refs for fetched branches and accepted commits. No push or fetch of a project affects it. */
const ownRefs = "refs/trueup-serve";

/** The ref that holds the last fetched commit of a branch. */
export function heldRef(branch: string): string {
  return `${ownRefs}/heads/${branch}`;
}

/** The ref that holds the commit that an environment has accepted. */
export function acceptedRef(tree: string): string {
  return `${ownRefs}/accepted/${tree}`;
}

/** Opens or creates the clone in a folder, without fetching. Rejects if git does not work there. */
export async function openClone({ folder, url, timeoutSeconds, ended }: CloneSettings): Promise<Clone> {
  await makeFolder(folder);
  const gitFor = (seconds: number) => {
    const run = (call: GitCall) => runGit(call, seconds, call.remote === undefined ? undefined : ended);
    // `GIT_DIR` is set explicitly: a bare repository that git would discover by itself may be one that somebody
    // committed.
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

/** A commit's description for people; undefined if the clone does not have it. */
export async function servedCommitAt({ git }: Clone, id: string): Promise<ServedCommit | undefined> {
  const format = "--format=%H%x00%s%x00%an%x00%ct";
  const said = await answer(git, ["log", "-1", format, "--no-mailmap", "--no-show-signature", id, "--"]);
  const [commit = "", subject = "", author = "", seconds = ""] = (said ?? "").trimEnd().split("\0");
  if (commit === "") return undefined;
  const time = new Date(Number(seconds) * 1000).toISOString();
  return { id: commit, subject: subject.slice(0, 500), author: author.slice(0, 200), time };
}

/** Whether `commit` is an ancestor of the commit `of`, or the same commit. */
export async function isAncestor({ git }: Clone, commit: string, of: string): Promise<boolean> {
  if (commit === of) return true;
  return (await answer(git, ["merge-base", commit, of]))?.trim() === commit;
}

/** The commit of one of the clone's own refs; undefined if the ref does not exist. */
export async function heldCommit({ git }: Clone, ref: string): Promise<string | undefined> {
  return (await answer(git, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]))?.trim() || undefined;
}
