/** Acquires this folder's journal, then the environment's lock, before an apply reads Git. */

import type { Project } from "../../model/project.ts";
import type { Cli } from "../cli.ts";
import type { RefusedCommand } from "../prepare.ts";
import { type ApplyJournal, openJournal } from "./journal.ts";
import { type HeldApplyLock, lockEnvironment } from "./lock.ts";

/** A journal and a lock that are held. `release` gives both back, once. */
export interface HeldApply extends HeldApplyLock {
  readonly journal: ApplyJournal;
  /**
   * Call it before anything is sent or recorded: throws when a signal has come. Until then a signal gives both back at
   * once, whatever hangs meanwhile; from then on they stay until what has left is known.
   */
  needed(): void;
}

/** Acquires both, or neither; why not has been said. */
export async function acquire(cli: Cli, project: Project): Promise<HeldApply | RefusedCommand> {
  const opened = await openJournal(cli, project);
  if ("status" in opened) return opened;
  const { journal } = opened;
  const locked = await lockEnvironment(cli, project);
  if ("status" in locked) {
    await journal.release();
    return locked;
  }
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= locked.release().finally(() => journal.release());
    return released;
  };
  const { signal } = cli.interrupt;
  const atOnce = () => void release().catch(() => {});
  signal.addEventListener("abort", atOnce);
  const needed = () => {
    signal.throwIfAborted();
    signal.removeEventListener("abort", atOnce);
  };
  if (signal.aborted) atOnce();
  return { journal, lost: locked.lost, release, needed };
}
