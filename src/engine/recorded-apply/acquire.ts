/** Acquires the journal of this folder, then the lock of the environment, before an apply reads Git. */

import type { JournalStore } from "../../model/journal.ts";
import type { Project } from "../../model/project.ts";
import type { Clock } from "../../model/wire.ts";
import { keepDescriptors } from "../../runtime/descriptors.ts";
import { type HeldApplyLock, lockEnvironment } from "./environment-lock.ts";
import type { ApplyListener } from "./events.ts";
import type { RunOwner } from "./owner.ts";
import { openJournal, type RunJournal, type StoppedApply } from "./run-journal.ts";

/** A journal and a lock that are held. `release` gives both back, once. */
export interface HeldApply extends HeldApplyLock {
  readonly journal: RunJournal;
  /**
   * Call this before anything is sent or recorded. It throws if the signal has fired. Before this call, the signal
   * releases the journal and the lock at once, even if an operation hangs. After this call, both are held until all
   * outcomes are known.
   */
  needed(): void;
  /** True once `needed` was called. */
  isNeeded(): boolean;
}

/** The owner of the journal and the lock, and how to take them. */
interface Acquiring {
  readonly owner: RunOwner;
  readonly say: ApplyListener;
  /** Default: this machine's clock. */
  readonly clock?: Clock | undefined;
  /** Where the journal is. Default: in the project's folder. */
  readonly store?: JournalStore | undefined;
}

/**
 * Acquires the journal and the lock, or neither. Reserves file descriptors for git until `release`: throws EMFILE if
 * there are none.
 */
export async function acquire(
  project: Project,
  on: Acquiring & { readonly signal: AbortSignal },
): Promise<HeldApply | StoppedApply> {
  const { signal } = on;
  const descriptors = keepDescriptors();
  const taken = await both(project, on).catch((error: unknown) => {
    descriptors.done();
    throw error;
  });
  if ("is" in taken) {
    descriptors.done();
    return taken;
  }
  const { journal, locked } = taken;
  let released: Promise<void> | undefined;
  const atOnce = () => void release().catch(() => {});
  const release = () => {
    signal.removeEventListener("abort", atOnce);
    released ??= locked
      .release()
      .finally(() => journal.release())
      .finally(() => descriptors.done());
    return released;
  };
  signal.addEventListener("abort", atOnce);
  let hasBegun = false;
  const needed = () => {
    signal.throwIfAborted();
    hasBegun = true;
    signal.removeEventListener("abort", atOnce);
  };
  if (signal.aborted) atOnce();
  return { journal, lost: locked.lost, release, needed, isNeeded: () => hasBegun };
}

async function both(
  project: Project,
  { owner, say, clock, store }: Acquiring,
): Promise<{ readonly journal: RunJournal; readonly locked: HeldApplyLock } | StoppedApply> {
  const opened = await openJournal(project, say, store);
  if ("is" in opened) return opened;
  const { journal } = opened;
  const locked = await lockEnvironment(project, { owner, say, clock, ...opened.lock });
  if (!("is" in locked)) return { journal, locked };
  await journal.release();
  return locked;
}
