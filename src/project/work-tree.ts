/** Finds the work tree that contains a project's folder, and opens it with git. */

import { findRepository } from "../git/repository.ts";
import type { GitCall, WorkTree } from "../git/work-tree.ts";
import { environmentBelow } from "../runtime/environment.ts";
import { gitPlatform } from "../runtime/files/git-objects.ts";
import { workTreesAbove } from "../runtime/files/work-tree.ts";
import { runGit } from "../runtime/git-process.ts";

/** The timeout of a git process in seconds, if `git.timeoutSeconds` sets none. */
const defaultSeconds = 30;

/**
 * Returns the work tree of the nearest folder with a `.git`; undefined if there is no Git. `seconds`: the timeout of
 * each git process.
 */
export async function workTreeOf(
  folder: string,
  seconds: number = defaultSeconds,
): Promise<WorkTree | undefined> {
  const [nearest] = await workTreesAbove(folder);
  if (!nearest) return undefined;
  const { top } = nearest;
  const [, ...outer] = await workTreesAbove(top);
  const run = (call: GitCall) => runGit(call, seconds);
  return { ...nearest, outer, environment: environmentBelow(top), run, platform: gitPlatform };
}

/** The repository of the work tree that contains a folder; see `findRepository`. Undefined if there is none. */
export async function repositoryOf(
  folder: string,
  remote: string | false | undefined,
  seconds?: number,
): Promise<Awaited<ReturnType<typeof findRepository>> | undefined> {
  const workTree = await workTreeOf(folder, seconds);
  return workTree && findRepository(workTree, remote);
}
