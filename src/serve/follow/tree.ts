/** A work tree of the server's own: nobody edits it, and it is moved between runs. Files that stay keep their times. */

import { answer, openGit } from "../../git/git.ts";
import { saidBy } from "../../git/repository.ts";
import type { GitCall } from "../../git/work-tree.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { environmentBelow } from "../../runtime/environment.ts";
import { removeFile } from "../../runtime/files/files.ts";
import { folderAt } from "../../runtime/files/project-file.ts";
import { runGit } from "../../runtime/git-process.ts";
import type { Clone } from "./clone.ts";

/** How long a checkout may take, in seconds. */
const checkoutSeconds = 300;

/** Moves the work tree of a folder to a commit, and makes it where there is none. The problem when that fails. */
export async function moveTree(clone: Clone, folder: string, commit: string): Promise<Problem | undefined> {
  try {
    if ((await folderAt(folder, ".")) === undefined) await addTree(clone, folder, commit);
    else await checkOut(folder, commit);
    return undefined;
  } catch (error) {
    const what = `the work tree ${folder} cannot be moved to ${commit.slice(0, 12)}: ${saidBy(error)}`;
    const hint =
      "Give it room and rights. It may be removed, but for its `.trueup`, which has journals of applies.";
    return problem("serve-tree", what, { hint });
  }
}

/** What is left of one that was removed by hand does not stand in its way. */
async function addTree({ git }: Clone, folder: string, commit: string): Promise<void> {
  await git.text(["worktree", "prune"]);
  await git.text(["worktree", "add", "--quiet", "--detach", "--force", folder, commit]);
}

/** What somebody has edited there all the same is taken back. */
async function checkOut(folder: string, commit: string): Promise<void> {
  const run = (call: GitCall) => runGit(call, checkoutSeconds);
  const git = openGit({ top: folder, environment: environmentBelow(folder), run });
  const move = ["checkout", "--quiet", "--detach", "--force", commit];
  try {
    await git.text(move);
  } catch (error) {
    const lock = (
      await answer(git, ["rev-parse", "--path-format=absolute", "--git-path", "index.lock"])
    )?.trim();
    if (!lock || !saidBy(error).includes("index.lock")) throw error;
    // Of a run that was killed: nobody else works in this tree.
    await removeFile(lock);
    await git.text(move);
  }
}
