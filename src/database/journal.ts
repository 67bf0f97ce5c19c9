/** A run's journal in the database. One statement stores lines, and permits the writes that wait for these lines. */

import {
  type Fence,
  type JournalDisk,
  type JournalStore,
  type KeptJournal,
  NotOwned,
} from "../model/journal.ts";
import type { Clock } from "../model/wire.ts";
import type { RunRows } from "./contract.ts";
import { terms } from "./terms.ts";

/** The journal of an environment, to which its run reports Git's lock. */
export interface DatabaseJournal extends JournalStore {
  /** Reports Git's lock. Nothing is written until it is reported as held. */
  readonly locked: NonNullable<JournalStore["locked"]>;
}

/** The inputs of a journal in the database. */
export interface DatabaseJournalOptions {
  readonly rows: RunRows;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** The journal's name in messages. */
  readonly name: string;
  /** The id of the database. */
  readonly id: string;
  /** The machine and process, for people who look for the run. An id is appended to make it unique. */
  readonly owner: string;
}

/** The journal of an environment in the database. */
export function databaseJournal(options: DatabaseJournalOptions): DatabaseJournal {
  const { rows, clock, newId, name, id } = options;
  const owner = `${options.owner}, ${newId()}`;
  return {
    name,
    id,
    take: async () => {
      const { by, leftLock } = await rows.take(owner, terms.run);
      if (by !== undefined) return { held: false, by, message: `another apply runs for ${name}: ${by}.` };
      const ended = new AbortController();
      const renewing = renew({ rows, owner, clock }, ended.signal);
      const release = async () => {
        ended.abort(new Error("released"));
        await renewing;
        await rows.release(owner);
      };
      return { held: true, release, leftLock };
    },
    read: async () => ({ text: await rows.read() }),
    begin: async () => keptIn({ rows, owner, journal: newId(), clock }),
    remove: () => rows.remove(owner),
    locked: (lock) => rows.locked(owner, lock),
  };
}

interface Holding {
  readonly rows: RunRows;
  readonly owner: string;
  readonly clock: Clock;
}

/**
 * Renews a run's hold on its environment until `ended`, or until another run has the environment. A database that is
 * away is asked again: whether the run still holds the environment is decided with each commit, not here.
 */
async function renew({ rows, owner, clock }: Holding, ended: AbortSignal): Promise<void> {
  let waitMs = terms.run / 3;
  for (;;) {
    await clock.wait(waitMs, ended).catch(() => {});
    if (ended.aborted) return;
    const renewed = await rows.take(owner, terms.run).catch(() => undefined);
    if (renewed?.by !== undefined) return;
    waitMs = renewed ? terms.run / 3 : terms.run / 15;
  }
}

interface Keeping extends Holding {
  readonly journal: string;
}

/** Lines that nobody waits for are stored after this delay. */
const laterMs = 1000;

/**
 * Stores text in the order of appending. Text that is appended during a commit is part of the next commit, as are the
 * writes that wait for this text.
 */
function keptIn({ rows, owner, journal, clock }: Keeping): KeptJournal {
  const ended = new AbortController();
  let pending: { text: string; readonly fences: Fence[] } = { text: "", fences: [] };
  let number = 0;
  let last: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let next: typeof last | undefined;
  let isLater = false;
  const writeOut = async () => {
    next = undefined;
    const { text, fences } = pending;
    pending = { text: "", fences: [] };
    if (text === "" && fences.length === 0) return new Set<string>();
    const done = await rows.commit(owner, { journal, number, text, fences });
    if (done.is === "lost") throw new Error("this run no longer owns the environment or the lock in Git");
    if (text !== "") number += 1;
    return done.granted;
  };
  const flush: JournalDisk["flush"] = async (fence) => {
    if (fence) pending.fences.push(fence);
    // After a failed commit, all later commits fail too: after a gap, the remaining lines could not be read.
    next ??= last = last.then(writeOut);
    const granted = await next;
    if (fence && !granted.has(fence.call)) throw new NotOwned(`${fence.shard} belongs to another process`);
  };
  const flushLater = async () => {
    isLater = true;
    await clock.wait(laterMs, ended.signal);
    isLater = false;
    await flush();
  };
  return {
    append: (text) => {
      pending.text += text;
      // A failure here is reported by the next flush.
      if (!isLater) void flushLater().catch(() => {});
    },
    flush,
    close: async (keep) => {
      ended.abort(new Error("closed"));
      await flush().catch(() => {});
      if (!keep) await rows.remove(owner);
    },
  };
}
