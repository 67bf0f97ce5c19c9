/**
 * Finds the newest earlier apply whose declarations differ from the checked-out ones. This is the first useful
 * destination of a rollback.
 */

import { differing } from "../../apply/incomplete.ts";
import { hasCommit } from "../../git/new-commit.ts";
import { fetchCommits } from "../../git/repository.ts";
import type { PlacedEntry } from "../../model/history/history.ts";
import { hasErrors } from "../../model/problem.ts";
import type { ReadProject } from "../../project/read.ts";
import type { KnownHistory } from "../history/known-history.ts";
import { loadedAt } from "./rolled-back.ts";

/** The maximum number of commits that are compared. */
const mostCompared = 10;

/**
 * Returns the newest apply with different declarations, among the applies before the given entry. Undefined: no entry
 * is known to differ.
 */
export async function newestOther(
  read: ReadProject,
  { history, place: { repository, head } }: KnownHistory,
  back: number,
): Promise<PlacedEntry | undefined> {
  const older = history.entries.filter((one) => one.back > back && one.entry.commit !== head);
  const newest = Map.groupBy(older, ({ entry }) => entry.commit);
  const candidates = [...newest].slice(0, mostCompared);
  if (candidates.length === 0) return undefined;
  await fetchCommits(
    repository,
    candidates.map(([commit]) => commit),
  );
  const now = await loadedAt(read, repository, head);
  for (const [commit, [placed]] of candidates) {
    if (!(await hasCommit(repository, commit))) continue;
    const then = await loadedAt(read, repository, commit);
    if (!now || !then || hasErrors(then.loaded.problems)) continue;
    if (differing(then.loaded.desired, now.loaded.desired).length > 0) return placed;
  }
  return undefined;
}
