/** The work tree that a project's folder stands in, as git is opened for it. */

import { findRepository } from "../git/repository.ts";
import type { WorkTree } from "../git/work-tree.ts";
import { environmentBelow } from "../runtime/environment.ts";
import { workTreesAbove } from "../runtime/files/work-tree.ts";

/** The nearest folder with a `.git`; undefined when there is none: then there is no Git. */
export async function workTreeOf(folder: string): Promise<WorkTree | undefined> {
  const [nearest] = await workTreesAbove(folder);
  if (!nearest) return undefined;
  const { top } = nearest;
  const [, ...outer] = await workTreesAbove(top);
  return { ...nearest, outer, environment: environmentBelow(top) };
}

/** The repository of that work tree (see `findRepository`). Nothing where there is none. */
export async function repositoryOf(
  folder: string,
  remote: string | false | undefined,
): ReturnType<typeof findRepository> {
  const workTree = await workTreeOf(folder);
  return workTree && findRepository(workTree, remote);
}
