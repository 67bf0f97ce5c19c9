/** The lock of an environment, as apply takes it, keeps it while it runs, and gives it back. */

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { openPlace } from "../../engine/git-state.ts";
import {
  findLock,
  type HeldLock,
  type LockLocation,
  removeLock,
  renewLock,
  type TakeLockResult,
  takeLock,
} from "../../git/lock.ts";
import { saidBy } from "../../git/repository.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import { keepLease } from "../../pace/lease.ts";
import { heldLockText, staleText } from "../../report/apply/lock-text.ts";
import { clock } from "../../runtime/clock.ts";
import { readText, writeWhole } from "../../runtime/files/files.ts";
import { journalPath } from "../../runtime/files/journal.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";
import { accountOf } from "./record.ts";

/** A lock that is held. */
export interface HeldApplyLock {
  /** Aborted once it is lost. Undefined: there is no Git, so there is no lock but this folder's. */
  readonly lost?: AbortSignal | undefined;
  readonly release: () => Promise<void>;
}

/** Renewed each third of it. Long enough for a remote that is away for a while, short enough to wait for. */
const lockLifetimeMs = 5 * 60_000;

/**
 * Takes the environment's lock. A status when that cannot be, which has been said: 4 when another run has it. Call it
 * with this folder's own lock in hand: a lock that an earlier run of this folder left is then known to be nobody's.
 */
export async function lockEnvironment(
  cli: Cli,
  project: Project,
  lifetimeMs: number = lockLifetimeMs,
): Promise<HeldApplyLock | { readonly status: 1 | 4 }> {
  const { place, problems } = await openPlace(project);
  if (problems.length > 0) {
    tellProblems(cli, problems);
    return { status: 1 };
  }
  if (!place) return { release: async () => {} };
  const memory = journalPath(project.folder, project.environment).replace(/journal$/, "run");
  const run = randomUUID();
  const left = await readText(memory, memory, { maxBytes: 4096 });
  const unasked = await leaveOwn(place, "file" in left ? left.file.text : undefined);
  if (unasked) {
    tellProblems(cli, [unasked]);
    return { status: 1 };
  }
  await writeWhole(memory, run);
  const request = { run, owner: await ownerOf(cli, place), lifetimeMs };
  const taken = await takeLock(place, { ...request, now: clock.date() });
  if (taken.is !== "taken") {
    await rm(memory, { force: true });
    return refused(cli, project, taken);
  }
  if (taken.stale) cli.err(staleText(taken.stale));
  return kept(cli, taken.lock, { request, memory });
}

/** Removes the lock that a run of this folder left when it was killed. The problem where nobody can be asked for it. */
async function leaveOwn(place: LockLocation, run: string | undefined): Promise<Problem | undefined> {
  if (run === undefined) return undefined;
  const found = await findLock(place);
  if (found && "problem" in found) return found.problem;
  if (found?.lock.record?.run === run) await removeLock(place, found.lock.id);
  return undefined;
}

function refused(
  cli: Cli,
  { environment }: Project,
  taken: Exclude<TakeLockResult, { is: "taken" }>,
): { status: 1 | 4 } {
  if (taken.is === "held") {
    cli.err(heldLockText(environment, taken.by));
    return { status: 4 };
  }
  tellProblems(cli, [taken.problem]);
  return { status: 1 };
}

interface Keeping {
  readonly request: { readonly run: string; readonly owner: string; readonly lifetimeMs: number };
  readonly memory: string;
}

function kept(cli: Cli, first: HeldLock, { request, memory }: Keeping): HeldApplyLock {
  let lock = first;
  const renew = async () => {
    const renewed = await renewLock(lock, { ...request, now: clock.date() }).catch(() => ({
      is: "failed" as const,
    }));
    if ("lock" in renewed) lock = renewed.lock;
    return "lock" in renewed ? "renewed" : renewed.is;
  };
  const { lost, stop } = keepLease({ clock, lifetimeMs: request.lifetimeMs, renew });
  const release = async () => {
    await stop();
    const removed = await removeLock(lock.place, lock.id).catch((error: unknown) => ({
      is: "failed" as const,
      problem: problem("git-unusable", `the lock could not be removed: ${saidBy(error)}`),
    }));
    if (removed.is !== "failed") return rm(memory, { force: true });
    // What is remembered lets this folder's next apply remove it.
    tellProblems(cli, [{ ...removed.problem, severity: "warning" }]);
  };
  return { lost, release };
}

/** Who holds it, so that others find the run: the CI run's address, else the account, machine and process. */
async function ownerOf(cli: Cli, { repository }: LockLocation): Promise<string> {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL } = cli.env;
  const account = await accountOf(cli, repository);
  const onGithub = GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID;
  if (onGithub) return `${account}, ${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return CI_JOB_URL ? `${account}, ${CI_JOB_URL}` : `${account} on ${hostname()}, process ${process.pid}`;
}
