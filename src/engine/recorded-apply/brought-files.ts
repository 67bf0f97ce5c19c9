/**
 * Detects run files that come from Git: a pull request may contain a journal or a lock that no run here has
 * written.
 */

import { isTracked } from "../../git/file.ts";
import { workTreeOf } from "../../project/work-tree.ts";

/** True if git tracks this file in `.trueup/` of a project's folder. False without git, or if git fails. */
export async function isBrought(folder: string, name: string): Promise<boolean> {
  const workTree = await workTreeOf(folder);
  return workTree !== undefined && isTracked(workTree, `${workTree.prefix}.trueup/${name}`);
}
