/** Acquires this folder's journal, then the environment's lock, before an apply reads Git. */

import type { Project } from "../../model/project.ts";
import { type HeldApplyLock, lockEnvironment } from "./environment-lock.ts";
import type { ApplyListener } from "./events.ts";
import type { RunOwner } from "./owner.ts";
import { openJournal, type RunJournal, type StoppedApply } from "./run-journal.ts";

/** A journal and a lock that are held. `release` gives both back, once. */
export interface HeldApply extends HeldApplyLock {
  readonly journal: RunJournal;
  /**
   * Call it before anything is sent or recorded: throws when the signal has come. Until then the signal gives both back
   * at once, whatever hangs meanwhile; from then on they stay until what has left is known.
   */
  needed(): void;
  /** True once it was called. */
  isNeeded(): boolean;
}

/** Acquires both, or neither. */
export async function acquire(
  project: Project,
  on: { readonly owner: RunOwner; readonly signal: AbortSignal; readonly say: ApplyListener },
): Promise<HeldApply | StoppedApply> {
  const { owner, signal, say } = on;
  const opened = await openJournal(project, say);
  if ("is" in opened) return opened;
  const { journal } = opened;
  const locked = await lockEnvironment(project, { owner, say });
  if ("is" in locked) {
    await journal.release();
    return locked;
  }
  let released: Promise<void> | undefined;
  const atOnce = () => void release().catch(() => {});
  const release = () => {
    signal.removeEventListener("abort", atOnce);
    released ??= locked.release().finally(() => journal.release());
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
