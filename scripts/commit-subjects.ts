/**
 * Fails if a commit's subject has more than 72 characters: `npm run check`. Only looks at the available commits, so a
 * shallow clone is enough. Commits from before the rule, and subjects that a code host writes for a merge, are ignored.
 */

import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";

const longest = 72;
const ruleSince = "2026-11-28T15:00:00Z";

/** The commits with a subject that is too long, each as `id: length, subject`. */
export function longSubjects(cwd: string): readonly string[] {
  const format = ["--no-merges", `--since=${ruleSince}`, "--format=%h %s"];
  const lines = execFileSync("git", ["log", ...format], { cwd, encoding: "utf8", maxBuffer: 64_000_000 });
  return lines.split("\n").flatMap((line) => {
    const [, id = "", subject = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    // The last commit of a shallow clone has no parents, so a merge commit looks like any other commit there.
    const isOfHost = /^(?:Merge [0-9a-f]{40} into |Merge pull request #|Revert ")/.test(subject);
    const own = subject.replace(/ \(#\d+\)$/, "");
    return own.length <= longest || isOfHost ? [] : [`${id}: ${own.length} characters: ${own}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const long = longSubjects(process.cwd());
  for (const each of long) process.stderr.write(`A subject has over ${longest} characters: ${each}\n`);
  if (long.length > 0) {
    process.stderr.write(
      "Shorten the subject: `git commit --amend`, or `git rebase -i` for an earlier one.\n",
    );
    process.exitCode = 1;
  }
}
