/** From which seed a soak starts. */

import { execFileSync } from "node:child_process";

const smallest = 1_000_000;
/** A seed beyond that has draws of a smaller one. */
const largest = 100_000_000;

/** The seed that a commit decides, from its hash: nobody has chosen it, and everybody comes to the same. */
export function startOf(commit: string): number {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new Error(`no hash of a commit: ${JSON.stringify(commit)}`);
  return smallest + (Number.parseInt(commit.slice(0, 12), 16) % (largest - smallest));
}

/** A seed as it is asked for: a number, or `commit` for that which the checkout's commit decides, or `commit+N`. */
export function startAsked(from: string, root: string): { readonly seed: number; readonly because: string } {
  const asked = /^commit(?:\+(\d{1,6}))?$/.exec(from);
  if (!asked) return { seed: count(from, "--from"), because: "" };
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return { seed: startOf(commit) + Number(asked[1] ?? 0), because: `, which commit ${commit} decides` };
}

/** A number of things, or a seed. */
export function count(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`${option} is a whole number, and not ${JSON.stringify(text)}`);
  return Number(text);
}
