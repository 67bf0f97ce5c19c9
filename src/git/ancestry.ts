/** Determines how commits relate to the planned commit. A shallow clone is deepened until this is known. */

import type { Lineage } from "../model/record.ts";
import { isShallow, plainFetch } from "./fetching.ts";
import { answer, openGit, remoteAnswer } from "./git.ts";
import type { Repository } from "./repository.ts";

/** The steps by which a shallow clone is deepened. */
const depths = ["--deepen=100", "--deepen=1000", "--unshallow"];

/** Returns the lineage of each commit. It is `unknown` if git cannot determine it. */
export async function lineages(
  repository: Repository,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Lineage>> {
  const found = new Map(await told(repository, commits));
  for (const depth of depths) {
    const open = commits.filter((commit) => found.get(commit) === "unknown");
    if (open.length === 0 || !(await deepened(repository, open, depth))) break;
    for (const [commit, lineage] of await told(repository, open)) found.set(commit, lineage);
  }
  return found;
}

/**
 * Returns the commits that are ancestors of the planned commit, as far as this clone has the history. Commits that are
 * missing from this clone are left out. Takes two processes for any number of commits.
 */
export async function ancestorsAmong(
  repository: Repository,
  commits: readonly string[],
): Promise<ReadonlySet<string>> {
  const { head } = repository;
  const itself = commits.filter((commit) => commit === head);
  const asked = commits.filter((commit) => commit !== head);
  if (head === undefined || asked.length === 0) return new Set(itself);
  const git = openGit(repository);
  const check = ["cat-file", "--batch-check=%(objecttype)"];
  const types = ((await answer(git, check, `${asked.join("\n")}\n`)) ?? "").split("\n");
  const here = asked.filter((_, at) => types[at] === "commit");
  if (here.length === 0) return new Set(itself);
  const others = await answer(git, ["rev-list", "--stdin"], `${here.join("\n")}\n^${head}\n`);
  if (others === undefined) return new Set(itself);
  const apart = new Set(others.split("\n"));
  return new Set([...itself, ...here.filter((commit) => !apart.has(commit))]);
}

/**
 * Returns the lineage according to this clone's history. An ancestor that is found is certain. An ancestor that is not
 * found may still exist, unless the clone has the full history.
 */
async function told(
  repository: Repository,
  commits: readonly string[],
): Promise<readonly (readonly [string, Lineage])[]> {
  const { head = "" } = repository;
  const git = openGit(repository);
  let shallow: Promise<boolean> | undefined;
  const lineage = async (commit: string): Promise<Lineage> => {
    if (commit === head) return "behind";
    const shared = (await answer(git, ["merge-base", commit, head]))?.trim();
    if (shared === commit) return "behind";
    if (shared === head) return "ahead";
    shallow ??= isShallow(git);
    return (await shallow) || shared === undefined ? "unknown" : "apart";
  };
  return Promise.all(commits.map(async (commit) => [commit, await lineage(commit)] as const));
}

/** Deepens the history of these commits and of HEAD. Returns false if this fails. */
async function deepened(repository: Repository, commits: readonly string[], depth: string): Promise<boolean> {
  const { remote, unreachable = false, head = "HEAD" } = repository;
  const git = openGit(repository);
  if (remote === undefined || unreachable || !(await isShallow(git))) return false;
  const ends = await answer(git, ["rev-list", "--max-parents=0", head, ...commits]);
  const wanted = (ends ?? "").split("\n").filter((line) => line !== "");
  if (wanted.length === 0) return false;
  return (await remoteAnswer(git, [...plainFetch, depth, remote, ...wanted])) !== undefined;
}
