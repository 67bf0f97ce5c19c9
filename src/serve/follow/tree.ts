/**
 * The server's own work trees. Nobody edits them; they are moved between runs, and unchanged files keep their times.
 */

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

/** Moves a work tree to a commit, and creates the tree if it is missing. Returns a problem if that fails. */
export async function moveTree(clone: Clone, folder: string, commit: string): Promise<Problem | undefined> {
  try {
    if ((await folderAt(folder, ".")) === undefined) await addTree(clone, folder, commit);
    else await checkOut(folder, commit);
    return undefined;
  } catch (error) {
    const what = `the work tree ${folder} cannot be moved to ${commit.slice(0, 12)}: ${saidBy(error)}`;
    const hint =
      "Check free space and permissions. If you remove the folder, keep its `.trueup` with the journals of applies.";
    return problem("serve-tree", what, { hint });
  }
}

/** The last creation of a work tree in each clone, by the clone's folder. */
const creations = new Map<string, Promise<void>>();

/**
 * Creates a work tree, even if git still lists an earlier work tree in this folder that somebody has removed by hand.
 * Creates only one at a time in each clone, because pruning would remove a work tree that is still being created.
 */
async function addTree({ folder: of, git }: Clone, folder: string, commit: string): Promise<void> {
  const create = async () => {
    await git.text(["worktree", "prune"]);
    await git.text(["worktree", "add", "--quiet", "--detach", "--force", folder, commit]);
  };
  const creation = (creations.get(of) ?? Promise.resolve()).then(create);
  const ended = creation.catch(() => undefined);
  creations.set(of, ended);
  await creation.finally(() => {
    if (creations.get(of) === ended) creations.delete(of);
  });
}

/** Checks out a commit and discards any edits in the work tree. */
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
    // The lock was left by a killed run: nobody else works in this tree.
    await removeFile(lock);
    await git.text(move);
  }
}
