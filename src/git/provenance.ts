/**
 * Decides whether the checked-out pull request can be judged with this repository, or whether the repository itself
 * came with that pull request.
 */

import { type Problem, problem } from "../model/problem.ts";
import { answer, openGit } from "./git.ts";
import type { WorkTree } from "./work-tree.ts";

/**
 * Returns why git's answers about the pull request cannot be trusted here; undefined if they can be trusted. Reads no
 * objects, so no remote is contacted.
 *
 * | what                          | refused if                                             |
 * |-------------------------------|--------------------------------------------------------|
 * | the work tree                 | a surrounding work tree tracks it, or its files        |
 * | its git folder                | it is in a work tree, and is not the `.git` at its top |
 * | a file of git's configuration | it is in the work tree: included from `.git/config`    |
 */
export async function foreignRepository(workTree: WorkTree): Promise<Problem | undefined> {
  const { top, outer } = workTree;
  for (const { top: around, prefix } of outer) {
    const tracked = await answer(openGit({ ...workTree, top: around }), [
      "ls-files",
      "-z",
      prefix.slice(0, -1),
    ]);
    if (tracked) return foreign(`${top} is in the work tree of ${around}, which tracks it`);
  }
  const git = openGit(workTree);
  const gitFolder = (await answer(git, ["rev-parse", "--absolute-git-dir"]))?.replace(/\r?\n$/, "");
  if (gitFolder === undefined) return undefined;
  const tops = [top, ...outer.map((each) => each.top)];
  if (!isWithin(gitFolder, `${top}/.git`) && tops.some((each) => isPlanted(gitFolder, each)))
    return foreign(`the repository's Git folder ${gitFolder} is in a work tree, and not the .git at its top`);
  const listing = await answer(git, ["config", "--list", "--show-origin", "--name-only", "-z"]);
  const file = filesIn(listing ?? "").find((each) => isPlanted(absolute(top, each), top));
  return file === undefined
    ? undefined
    : foreign(`Git's configuration includes ${file}, a file of the work tree`);
}

/** True for a path in a work tree that is not inside the `.git` at its top. */
function isPlanted(path: string, top: string): boolean {
  return isWithin(path, top) && !isWithin(path, `${top}/.git`);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Returns the files in the output of `git config --list --show-origin --name-only -z`. No name of a setting looks like
 * a file.
 */
function filesIn(listing: string): readonly string[] {
  return listing.split("\0").flatMap((origin) => /^file:(.+)/s.exec(origin)?.[1] ?? []);
}

function absolute(top: string, path: string): string {
  const parts: string[] = [];
  const whole = /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? path : `${top}/${path}`;
  for (const [index, part] of whole.split(/[\\/]/).entries())
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || index === 0)) parts.push(part);
  return parts.join("/");
}

function foreign(why: string): Problem {
  return problem(
    "foreign-repository",
    `${why}: a pull request may have added it, so trueup does not trust it.`,
    {
      hint: "Check out the repository on its own, and include only configuration files from outside of it.",
    },
  );
}
