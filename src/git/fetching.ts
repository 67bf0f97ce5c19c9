/** Determines how commits are fetched, and whether a clone is shallow. */

import { answer, type Git } from "./git.ts";

/** `git fetch` without side effects, except for the depth of a shallow clone. */
export const plainFetch = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
] as const;

/** Returns `plainFetch`, with an option for a shallow clone so that the fetch does not deepen it. */
export async function fetching(git: Git): Promise<readonly string[]> {
  return (await isShallow(git)) ? [...plainFetch, "--depth=1"] : plainFetch;
}

/** True for a clone without the full history. A fetch may change this. */
export async function isShallow(git: Git): Promise<boolean> {
  return (await answer(git, ["rev-parse", "--is-shallow-repository"]))?.trim() === "true";
}
