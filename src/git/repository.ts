/** The repository of a project: whether there is one, its HEAD, and its remote. */

import { type Problem, problem } from "../model/problem.ts";
import { fetching } from "./fetching.ts";
import { answer, GitUnavailable, openGit, remoteAnswer } from "./git.ts";
import type { WorkTree } from "./work-tree.ts";

/** A repository, and the work tree from which it is used. */
export interface Repository extends WorkTree {
  /** The checked-out commit; undefined before the first commit. */
  readonly head: string | undefined;
  /** The remote's name; undefined: all refs stay in this repository. */
  readonly remote: string | undefined;
  /** True: the remote did not answer, so no more commits are requested from it. */
  readonly unreachable?: boolean;
  /** The absolute path of git's folder for this work tree. */
  readonly gitFolder: string;
  /** The repository's object folder: absolute, or relative to the top of the work tree. */
  readonly objects: string;
}

/**
 * Opens the repository of a work tree. It is a problem if git does not recognize the `.git`, or is not installed:
 * counting this as "no Git" would mean no lock and no base. `remote`: the remote that the project names; undefined:
 * `origin` if it exists; false: no remote.
 */
export async function findRepository(
  place: WorkTree,
  remote: string | false | undefined,
): Promise<{ readonly repository: Repository } | { readonly problem: Problem }> {
  const git = openGit(place);
  try {
    const asked = ["rev-parse", "--is-inside-work-tree", "--absolute-git-dir", "--git-path", "objects"];
    // One call returns all facts. Before the first commit, git fails at the last fact, which is HEAD.
    const said = await answer(git, [...asked, "--verify", "--quiet", "HEAD^{commit}"]);
    const [work, gitFolder = "", objects = "", head] = (said || (await git.text(asked))).split("\n");
    if (work !== "true") return { problem: unusable(place.top, "its repository has no work tree") };
    const remotes = remote === false ? [] : (await git.text(["remote"])).split("\n");
    if (typeof remote === "string" && !remotes.includes(remote)) return { problem: noRemote(remote) };
    const name = remote === false ? undefined : (remote ?? remotes.find((each) => each === "origin"));
    const repository = { ...place, head: head || undefined, remote: name };
    return { repository: { ...repository, gitFolder, objects } };
  } catch (error) {
    if (error instanceof GitUnavailable && error.missing) return { problem: notInstalled(place.top) };
    return { problem: unusable(place.top, error) };
  }
}

/** Fetches commits that a shallow clone may lack. Commits that the remote does not have stay missing. */
export async function fetchCommits(repository: Repository, commits: readonly string[]): Promise<void> {
  const git = openGit(repository);
  const command = ["cat-file", "--batch-check=%(objecttype)"];
  const found = await answer(git, command, `${commits.join("\n")}\n`);
  const types = (found ?? "").split("\n");
  const missing = commits.filter((_, index) => types[index] !== "commit");
  const { remote, unreachable = false } = repository;
  if (missing.length === 0 || remote === undefined || unreachable) return;
  await remoteAnswer(git, [...(await fetching(git)), remote, ...missing]);
}

/**
 * Returns the commits in `to` that are not in `from`, one line each, the newest first, at most ten; none if unknown.
 */
export async function commitsBetween(
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly string[]> {
  if (!/^[0-9a-f]{40,64}$/.test(from)) return [];
  const git = openGit(repository);
  const shown = ["--format=%h %s", "--max-count=10", "--no-mailmap", "--no-ext-diff", "--no-textconv"];
  const log = await answer(git, ["log", ...shown, `${from}..${to}`, "--"]);
  return (log ?? "").split("\n").filter((line) => line !== "");
}

/** Returns the committer identity, `Name <address>`; undefined if git has none. */
export async function committerOf(repository: Repository): Promise<string | undefined> {
  const ident = await openGit(repository)
    .text(["var", "GIT_COMMITTER_IDENT"])
    .catch(() => "");
  return /(.+>) \d+ [+-]\d{4}$/m.exec(ident)?.[1];
}

/** The first two meaningful lines of git's error message. */
export function saidBy(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split("\n").map((line) => line.replace(/^remote:/, "").trim());
  const telling = lines.filter(
    (line) => line !== "" && !/^(?:hint:|To |Done$|Please make sure|and the repository)/.test(line),
  );
  return (telling.length === 0 ? "git printed nothing" : telling.slice(0, 2).join("; ")).slice(0, 300);
}

function noRemote(name: string): Problem {
  return problem("unknown-remote", `this repository has no remote \`${name}\`.`, {
    hint: "Correct `git: { remote: ... }` in trueup.yaml, or set `remote: false` to keep the refs only here.",
  });
}

function notInstalled(folder: string): Problem {
  return problem("git-missing", `${folder} has a \`.git\`, but the program \`git\` was not found`, {
    hint: "Install git, or put it on the PATH: without it there is no lock, and what was applied is unknown.",
  });
}

function unusable(folder: string, why: unknown): Problem {
  return problem("git-unusable", `git does not work in ${folder}: ${saidBy(why)}`, {
    hint:
      why instanceof GitUnavailable
        ? "Raise the limit that git reached, such as `ulimit -n` or `git.timeoutSeconds`, and run trueup again."
        : "Run `git status` in that folder: it says what to do.",
  });
}
