/** Files of runs that Git brings: a proposal may have committed a journal or a lock, and no run has left that here. */

import { basename } from "node:path";
import { isTracked } from "../../git/file.ts";
import { workTreeOf } from "../../project/work-tree.ts";
import { removeFile } from "../../runtime/files/files.ts";

/** A file in `.trueup/` of a project's folder. */
interface RunFile {
  readonly folder: string;
  readonly path: string;
}

/** Whether git tracks it. Without Git, or where git cannot say, it was left here. */
export async function isBrought({ folder, path }: RunFile): Promise<boolean> {
  const workTree = await workTreeOf(folder);
  return workTree !== undefined && isTracked(workTree, `${workTree.prefix}.trueup/${basename(path)}`);
}

/** Takes it away where git tracks it. Rejects when it cannot. */
export async function removeBrought(file: RunFile): Promise<void> {
  if (await isBrought(file)) await removeFile(file.path);
}
