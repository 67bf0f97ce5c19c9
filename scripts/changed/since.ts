/** The changes in the working tree since it branched off: the commit to compare with, and the files. */

import { execFileSync } from "node:child_process";

/** Runs git in a folder. Throws if it fails. */
function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Returns the merge base with a revision, or the parent of the current commit if there is no difference. Undefined if
 * git does not know the revision, or if the clone is shallow.
 */
export function leftAt(cwd: string, revision: string): string | undefined {
  try {
    const left = git(cwd, "merge-base", revision, "HEAD").trim();
    return left === git(cwd, "rev-parse", "HEAD").trim() ? git(cwd, "rev-parse", "HEAD^").trim() : left;
  } catch {
    return undefined;
  }
}

/** The files that differ from a commit, by their paths in the project, including new and removed ones. */
export function changedFiles(cwd: string, commit: string): readonly string[] {
  const known = git(cwd, "diff", "--name-only", "--no-renames", "-z", commit, "--");
  const added = git(cwd, "ls-files", "-z", "--others", "--exclude-standard");
  return [...new Set(`${known}${added}`.split("\0"))].filter((path) => path !== "").sort();
}
