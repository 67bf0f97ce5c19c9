/** Files of runs that Git brings: a proposal may have committed a journal or a lock, and no run has left that here. */

import { isTracked } from "../../git/file.ts";
import { workTreeOf } from "../../project/work-tree.ts";

/** Whether git tracks that file in `.trueup/` of a project's folder. False where git cannot say, or without it. */
export async function isBrought(folder: string, name: string): Promise<boolean> {
  const workTree = await workTreeOf(folder);
  return workTree !== undefined && isTracked(workTree, `${workTree.prefix}.trueup/${name}`);
}
