/** Acquires this folder's journal, then the environment's lock, before an apply reads Git. */

import type { Project } from "../../model/project.ts";
import type { Cli } from "../cli.ts";
import type { RefusedCommand } from "../prepare.ts";
import { type ApplyJournal, openJournal } from "./journal.ts";
import { type HeldApplyLock, lockEnvironment } from "./lock.ts";

/** A journal and a lock that are held. `release` gives both back. */
export interface HeldApply extends HeldApplyLock {
  readonly journal: ApplyJournal;
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
  const release = async () => {
    await locked.release();
    await journal.release();
  };
  return { journal, lost: locked.lost, release };
}
