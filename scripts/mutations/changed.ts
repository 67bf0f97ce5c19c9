/** The source lines that have changed since a revision, in Stryker's format. */

import { execFileSync } from "node:child_process";
import { leftAt } from "../changed/since.ts";
import { root } from "../planted/copy.ts";

/** Lines of a file, as `src/pace/wire.ts:10-12`. */
export type LineRange = `${string}:${number}-${number}`;

/** The added or changed lines in a diff without context. Removed lines do not count. */
export function rangesIn(diff: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let file = "";
  for (const line of diff.split("\n")) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
    const [, from, many = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from !== undefined && Number(many) > 0)
      ranges.push(`${file}:${Number(from)}-${Number(from) + Number(many) - 1}`);
  }
  return ranges;
}

/**
 * Returns the lines changed in the working tree since it branched off from `revision`. If the current commit is
 * `revision` itself, returns the lines changed since the commit before it.
 */
export function changedSince(revision: string): readonly LineRange[] {
  const base = leftAt(root, revision);
  if (base === undefined)
    throw new Error(`git does not know the commit where this branch left ${revision}: fetch it first`);
  const options = ["--unified=0", "--no-color", "--no-ext-diff", base, "--", "src/*.ts"];
  return rangesIn(execFileSync("git", ["diff", ...options], { cwd: root, encoding: "utf8" }));
}
