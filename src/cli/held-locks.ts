/** The current locks of environments, as comments show them. */

import type { ShownLock } from "../comment-commands/decision.ts";
import { lockText } from "../comment-commands/reply.ts";
import { openPlace } from "../engine/git-state.ts";
import { findLock } from "../git/lock.ts";
import { readProject } from "../project/read.ts";
import { clock } from "../runtime/clock.ts";
import type { ProjectChoice } from "../runtime/files/project-file.ts";

/** A lock that expired this long ago is not shown, because the next apply takes it over. */
const patienceMs = 60_000;

/**
 * The locks of the named environments; `undefined` stands for the only environment. An unreadable lock is not shown:
 * apply checks it.
 */
export async function heldLocks(
  cwd: string,
  environments: readonly (string | undefined)[],
): Promise<readonly ShownLock[]> {
  const found = await Promise.all(
    environments.map((environment) => heldLock(cwd, environment === undefined ? undefined : { environment })),
  );
  return found.flat();
}

/** Like `heldLocks`, for the environment that was selected on the command line. */
export async function heldLock(
  cwd: string,
  choice: ProjectChoice | undefined,
): Promise<readonly ShownLock[]> {
  const { read } = await readProject(cwd, choice);
  if (!read) return [];
  const { place } = await openPlace(read.project);
  const found = place && (await findLock(place));
  if (!found || "problem" in found) return [];
  const { record } = found.lock;
  if (record && Date.parse(record.expires) + patienceMs < Date.parse(clock.date())) return [];
  const { environment } = read.project;
  return [{ environment, text: lockText(environment, record) }];
}
