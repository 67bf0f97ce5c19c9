/** The repository that a project stands in: is there one, which commit is checked out, which remote has it. */

import { type Problem, problem } from "../model/problem.ts";
import { fetching } from "./fetching.ts";
import { answer, openGit } from "./git.ts";
import type { WorkTree } from "./work-tree.ts";

/** A repository, and the work tree that it is used from. */
export interface Repository extends WorkTree {
  /** The commit that is checked out; undefined before the first one. */
  readonly head: string | undefined;
  /** The remote's name; undefined: everything stays in this repository. */
  readonly remote: string | undefined;
  /** The absolute path of what git keeps of this work tree. */
  readonly gitFolder: string;
}

/**
 * Finds the repository of a work tree. Nothing when git sees none there, or is not installed. `remote`: the one that
 * the project names; undefined: `origin` where there is one; false: none.
 */
export async function findRepository(
  place: WorkTree,
  remote: string | false | undefined,
): Promise<{ readonly repository: Repository } | { readonly problem: Problem } | undefined> {
  const git = await openGit(place);
  try {
    const asked = ["--is-inside-work-tree", "--absolute-git-dir"];
    const [work, gitFolder = ""] = (await git.raw(["rev-parse", ...asked])).split("\n");
    if (work !== "true") return undefined;
    const head = await answer(git, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
    const remotes = remote === false ? [] : (await git.raw(["remote"])).split("\n");
    if (typeof remote === "string" && !remotes.includes(remote)) return { problem: noRemote(remote) };
    const name = remote === false ? undefined : (remote ?? remotes.find((each) => each === "origin"));
    const repository = { ...place, head: head?.trim() || undefined, remote: name };
    return { repository: { ...repository, gitFolder } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/not a git repository|ENOENT/.test(message)) return undefined;
    return { problem: unusable(place.top, message) };
  }
}

/** Makes commits available that a shallow clone may lack. What the remote does not have stays missing. */
export async function fetchCommits(repository: Repository, commits: readonly string[]): Promise<void> {
  const input = () => `${commits.join("\n")}\n`;
  const git = await openGit({
    ...repository,
    input: (args) => (args.includes("cat-file") ? input() : undefined),
  });
  const found = await answer(git, ["cat-file", "--batch-check=%(objecttype)"]);
  const types = (found ?? "").split("\n");
  const missing = commits.filter((_, index) => types[index] !== "commit");
  if (missing.length === 0 || repository.remote === undefined) return;
  await answer(git, [...(await fetching(git)), repository.remote, ...missing]);
}

/** The commits that `to` has and `from` does not, one line each, the newest first, ten at most; none when unknown. */
export async function commitsBetween(
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly string[]> {
  if (!/^[0-9a-f]{40,64}$/.test(from)) return [];
  const git = await openGit(repository);
  const shown = ["--format=%h %s", "--max-count=10", "--no-mailmap", "--no-ext-diff", "--no-textconv"];
  const log = await answer(git, ["log", ...shown, `${from}..${to}`, "--"]);
  return (log ?? "").split("\n").filter((line) => line !== "");
}

/** Whom git commits as: `Name <address>`; undefined when it does not know. */
export async function committerOf(repository: Repository): Promise<string | undefined> {
  const ident = await answer(await openGit(repository), ["var", "GIT_COMMITTER_IDENT"]);
  return ident && /^(.+>) \d+ [+-]\d{4}$/m.exec(ident)?.[1];
}

/** What git says went wrong: its first two lines that say something. */
export function saidBy(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split("\n").map((line) => line.replace(/^remote:/, "").trim());
  const telling = lines.filter(
    (line) => line !== "" && !/^(?:hint:|To |Done$|Please make sure|and the repository)/.test(line),
  );
  return (telling.length === 0 ? "git says nothing" : telling.slice(0, 2).join("; ")).slice(0, 300);
}

function noRemote(name: string): Problem {
  return problem("unknown-remote", `this repository has no remote \`${name}\`.`, {
    hint: "Correct `git: { remote: ... }` in trueup.yaml; `remote: false` keeps everything in this repository.",
  });
}

function unusable(folder: string, message: string): Problem {
  return problem("git-unusable", `git does not work in ${folder}: ${saidBy(message)}`, {
    hint: "Run `git status` there: it says what to do.",
  });
}
