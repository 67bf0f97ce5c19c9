/** The lock of an environment: how apply takes it, renews it, and gives it back. */

import {
  findLock,
  type HeldLock,
  type LockLocation,
  type LockRequest,
  removeLock,
  renewLock,
  type TakeLockResult,
  takeLock,
} from "../../git/lock.ts";
import { saidBy } from "../../git/repository.ts";
import type { HeldGitLock } from "../../model/journal.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import type { Clock } from "../../model/wire.ts";
import { keepLease } from "../../pace/lease.ts";
import { heldLockText, leftLockText } from "../../report/apply/applied-text.ts";
import { clock as realClock } from "../../runtime/clock.ts";
import { processName } from "../../runtime/environment.ts";
import { readText, removeFile, writeWhole } from "../../runtime/files/files.ts";
import { journalPath } from "../../runtime/files/journal.ts";
import { runId } from "../../runtime/random.ts";
import { openPlace } from "../git-state.ts";
import type { ApplyListener } from "./events.ts";
import type { RunOwner } from "./owner.ts";
import type { StoppedApply, StoredLock } from "./run-journal.ts";

/** A lock that is held. */
export interface HeldApplyLock {
  /** Aborted once the lock is lost. Undefined: there is no Git, so the only lock is the lock of this folder. */
  readonly lost?: AbortSignal | undefined;
  readonly release: () => Promise<void>;
}

/**
 * The lifetime of a lock. The lock is renewed each time a third of it has passed. The lifetime is long enough for a
 * temporary failure of the remote, and short enough to wait for.
 */
const lockLifetimeMs = 5 * 60_000;

/** How a lock is taken. */
interface LockOptions {
  readonly owner: RunOwner;
  readonly say: ApplyListener;
  readonly lifetimeMs?: number;
  /** Default: this machine's clock. */
  readonly clock?: Clock | undefined;
}

type EnvironmentLock = LockOptions & StoredLock;

/**
 * Takes the environment's lock without waiting. Call this only while holding the folder's own lock. An environment lock
 * that an earlier run of this folder left behind is then known to be abandoned.
 */
export async function lockEnvironment(
  project: Project,
  { owner, say, lifetimeMs = lockLifetimeMs, clock = realClock, left, locked, id }: EnvironmentLock,
): Promise<HeldApplyLock | StoppedApply> {
  const { place, problems } = await openPlace(project);
  if (problems.length > 0) return { is: "failed", at: "lock", problems };
  const tell = (lock: HeldGitLock) => toldStore(project, locked, lock);
  if (!place)
    return (await tell({ run: "", forMs: Number.POSITIVE_INFINITY })) ?? { release: async () => {} };
  const memory = memoryOf(project);
  const run = runId();
  const unasked = await leaveOwn(place, left ?? (await runLeft(project)));
  if (unasked) return { is: "failed", at: "lock", problems: [unasked] };
  await writeWhole(memory, run);
  // The run is reported before its lock is taken. If this process is killed, the next process with this store then
  // knows the run, and can remove its lock.
  const untold = await tell({ run, forMs: 0 });
  if (untold) return untold;
  const request = { run, owner: await ownerOf(place, owner), lifetimeMs, journal: id };
  const taken = await takeLock(place, { ...request, now: clock.date() });
  if (taken.is !== "taken") {
    await removeFile(memory);
    return stopped(project, taken);
  }
  say({ type: "lockTaken", expired: taken.stale });
  const held = kept(say, taken.lock, { request, memory, clock, locked });
  const lost = await tell({ run, forMs: lifetimeMs });
  if (lost) await held.release();
  return lost ?? held;
}

/** Reports the lock to the journal's store. Returns why no apply is possible, or undefined. */
async function toldStore(
  { environment }: Project,
  locked: StoredLock["locked"],
  lock: HeldGitLock,
): Promise<StoppedApply | undefined> {
  try {
    if ((await locked?.(lock)) !== false) return undefined;
    const message = `Refused: another process has taken over the environment ${environment} in the database.`;
    return { is: "refused", refusal: { because: "running", by: "another process", message } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Repair the journal's store first: trueup sends nothing without a journal.";
    const text = `the lock cannot be written to the journal of ${environment}: ${why}`;
    return { is: "failed", at: "journal", problems: [problem("journal-unwritable", text, { hint })] };
  }
}

/** The file in which a folder remembers which of its runs holds the environment's lock. */
function memoryOf({ folder, environment }: Project): string {
  return journalPath(folder, environment).replace(/journal$/, "run");
}

/**
 * Returns the run that holds the environment's lock, as remembered in this folder; undefined if none is remembered. If
 * this run is no longer running here, it was killed, and the next apply in this folder removes its lock.
 */
export async function runLeft(project: Project): Promise<string | undefined> {
  const memory = memoryOf(project);
  const left = await readText(memory, memory, { maxBytes: 4096 });
  return "file" in left ? left.file.text : undefined;
}

/**
 * Removes the lock of a killed run of this folder, if the lock still exists. Returns the problem if the remote cannot
 * be asked, otherwise undefined.
 */
async function leaveOwn(place: LockLocation, run: string | undefined): Promise<Problem | undefined> {
  if (run === undefined) return undefined;
  const found = await findLock(place);
  if (found && "problem" in found) return found.problem;
  if (found?.lock.record?.run === run) await removeLock(place, found.lock.id);
  return undefined;
}

function stopped({ environment }: Project, taken: Exclude<TakeLockResult, { is: "taken" }>): StoppedApply {
  if (taken.is === "failed") return { is: "failed", at: "lock", problems: [taken.problem] };
  const { by } = taken;
  const text = taken.is === "left" ? leftLockText(environment, taken.by) : heldLockText(environment, by);
  const message = text.trimEnd();
  return { is: "refused", refusal: { because: "locked", by, message } };
}

interface Keeping extends Pick<StoredLock, "locked"> {
  readonly request: Omit<LockRequest, "now">;
  readonly memory: string;
  readonly clock: Clock;
}

function kept(
  say: ApplyListener,
  first: HeldLock,
  { request, memory, clock, locked }: Keeping,
): HeldApplyLock {
  let lock = first;
  const renew = async () => {
    const renewed = await renewLock(lock, { ...request, now: clock.date() }).catch(() => ({
      is: "failed" as const,
    }));
    if (!("lock" in renewed)) return renewed.is;
    lock = renewed.lock;
    const { run, lifetimeMs: forMs } = request;
    const told = await (locked?.({ run, forMs }) ?? Promise.resolve(true)).catch(() => undefined);
    return told === undefined ? "failed" : told ? "renewed" : "other";
  };
  const { lost, stop } = keepLease({ clock, lifetimeMs: request.lifetimeMs, renew });
  const release = async () => {
    await stop();
    const removed = await removeLock(lock.place, lock.id).catch((error: unknown) => ({
      is: "failed" as const,
      problem: problem("git-unusable", `the lock could not be removed: ${saidBy(error)}`),
    }));
    if (removed.is !== "failed") return removeFile(memory);
    // The file with the name of this run stays, so that the next apply in this folder can remove the lock.
    say({ type: "warned", problem: { ...removed.problem, severity: "warning" } });
  };
  return { lost, release };
}

/**
 * Returns the text by which others can find the lock's owner: the account with the URL of the run, or with the machine
 * and process.
 */
async function ownerOf({ repository }: LockLocation, { account, run }: RunOwner): Promise<string> {
  const name = await account(repository);
  return run === undefined ? `${name} on ${processName()}` : `${name}, ${run}`;
}
