/**
 * Merges a pull request with its target branch inside the clone, so that the plan covers what the merge would bring.
 */

import { answer } from "../../git/git.ts";
import { saidBy } from "../../git/repository.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { type Clone, heldCommit, heldRef } from "../follow/clone.ts";

/** The pull request to merge. */
export interface ProposalHead {
  /** The ref under which the host publishes it. */
  readonly ref: string;
  /** The commit that the ref must have. */
  readonly head: string;
  /** The commit of the target branch. */
  readonly base: string;
}

/**
 * The result. `moved`: the ref has another commit by now. `conflict`: the pull request cannot be merged into its target
 * branch.
 */
export type MergedProposal =
  | { readonly is: "merged"; readonly commit: string }
  | { readonly is: "moved" }
  | { readonly is: "conflict"; readonly problem: Problem }
  | { readonly is: "failed"; readonly problem: Problem };

/** A fixed author and time, so that the same merge is always the same commit. The commit never leaves this clone. */
const nobody = "trueup <trueup@localhost> 0 +0000";

/** Fetches and merges. Touches no work tree, and runs no program of the repository. */
export async function mergeProposal(
  clone: Clone,
  { ref, head, base }: ProposalHead,
): Promise<MergedProposal> {
  const failed = await clone.fetch([ref]);
  if (failed) return { is: "failed", problem: failed };
  if ((await heldCommit(clone, heldRef(ref))) !== head) return { is: "moved" };
  try {
    const merged = await answer(clone.git, ["merge-tree", "--write-tree", "--no-messages", base, head]);
    const tree = merged?.trim() ?? "";
    if (merged === "") return { is: "conflict", problem: conflicting };
    if (merged === undefined) return { is: "conflict", problem: await unmergeable(clone, { base, head }) };
    const lines = [
      `tree ${tree}`,
      `parent ${base}`,
      `parent ${head}`,
      `author ${nobody}`,
      `committer ${nobody}`,
    ];
    const text = `${lines.join("\n")}\n\nA pull request, merged with its target branch\n`;
    const made = await clone.git.text(["hash-object", "-t", "commit", "-w", "--stdin"], text);
    return { is: "merged", commit: made.trim() };
  } catch (error) {
    return { is: "failed", problem: notMerged(saidBy(error)) };
  }
}

/** Deletes what was fetched for a pull request that is closed. */
export async function forgetProposal({ git }: Clone, ref: string): Promise<void> {
  await answer(git, ["update-ref", "-d", heldRef(ref)]);
}

const conflicting = problem(
  "serve-merge",
  "The pull request cannot be merged: its target branch has changed the same lines.",
  {
    hint: "Merge the target branch into the pull request, or rebase the pull request. Then trueup plans it.",
  },
);

async function unmergeable(
  { git }: Clone,
  { base, head }: Pick<ProposalHead, "base" | "head">,
): Promise<Problem> {
  const said = await git
    .text(["merge-tree", "--write-tree", "--no-messages", base, head])
    .then(() => "git gave no reason", saidBy);
  return notMerged(said);
}

function notMerged(why: string): Problem {
  const hint = "Use git 2.38 or later on the server, and branches with a common commit.";
  return problem("serve-merge", `The pull request cannot be merged with its target branch: ${why}`, { hint });
}
