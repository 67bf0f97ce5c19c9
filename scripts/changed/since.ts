/** What has changed in the working tree since it left another revision: the commit to compare with, and the files. */

import { execFileSync } from "node:child_process";

/** Runs git in a folder. Throws when it fails. */
function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * The commit at which the work left a revision; the last but one where it has not left it. Undefined where git does not
 * know: no such revision, or a clone that is too shallow.
 */
export function leftAt(cwd: string, revision: string): string | undefined {
  try {
    const left = git(cwd, "merge-base", revision, "HEAD").trim();
    return left === git(cwd, "rev-parse", "HEAD").trim() ? git(cwd, "rev-parse", "HEAD^").trim() : left;
  } catch {
    return undefined;
  }
}

/** The files that are not as at a commit, by their paths in the project; new ones too, and those that are gone. */
export function changedFiles(cwd: string, commit: string): readonly string[] {
  const known = git(cwd, "diff", "--name-only", "--no-renames", "-z", commit, "--");
  const added = git(cwd, "ls-files", "-z", "--others", "--exclude-standard");
  return [...new Set(`${known}${added}`.split("\0"))].filter((path) => path !== "").sort();
}
