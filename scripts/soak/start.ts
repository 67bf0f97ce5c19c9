/** Determines the first seed of a soak. */

import { execFileSync } from "node:child_process";

const smallest = 1_000_000;
/** The upper limit. A larger seed would have the same random numbers as a smaller seed. */
const largest = 100_000_000;

/** Returns the seed derived from a commit's hash. Nobody chose this seed, and it is the same for everybody. */
export function startOf(commit: string): number {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new Error(`no hash of a commit: ${JSON.stringify(commit)}`);
  return smallest + (Number.parseInt(commit.slice(0, 12), 16) % (largest - smallest));
}

/**
 * A seed on the command line: a number; `commit` for the seed that is derived from the checked-out commit; or
 * `commit+N`.
 */
export function startAsked(from: string, root: string): { readonly seed: number; readonly because: string } {
  const asked = /^commit(?:\+(\d{1,6}))?$/.exec(from);
  if (!asked) return { seed: count(from, "--from"), because: "" };
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return { seed: startOf(commit) + Number(asked[1] ?? 0), because: `, which commit ${commit} decides` };
}

/** A number from the command line: a count, or a seed. */
export function count(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`${option} is a whole number, and not ${JSON.stringify(text)}`);
  return Number(text);
}
