/**
 * Detects run files that come from Git. A pull request may contain a journal or a lock that no run in this folder has
 * written.
 */

import { isTracked } from "../../git/file.ts";
import { workTreeOf } from "../../project/work-tree.ts";

/** True if git tracks this file in the `.trueup/` folder of a project. False without git, or if git fails. */
export async function isBrought(folder: string, name: string): Promise<boolean> {
  const workTree = await workTreeOf(folder);
  return workTree !== undefined && isTracked(workTree, `${workTree.prefix}.trueup/${name}`);
}
