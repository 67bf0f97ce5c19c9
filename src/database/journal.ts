/** A run's journal in the database: lines, and the leave of writes that wait for them, in one statement. */

import {
  type Fence,
  type JournalDisk,
  type JournalStore,
  type KeptJournal,
  NotOwned,
} from "../model/journal.ts";
import type { Clock } from "../model/wire.ts";
import { keepLease, type Renewal } from "../pace/lease.ts";
import type { RunRows } from "./contract.ts";
import { terms } from "./terms.ts";

/** The journal of an environment, and what its run says of Git's lock. */
export interface DatabaseJournal extends JournalStore {
  /** Nothing is written unless it was told that Git's lock is held. */
  readonly locked: NonNullable<JournalStore["locked"]>;
}

/** What a journal in the database needs. */
export interface DatabaseJournalOptions {
  readonly rows: RunRows;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** As messages call it. */
  readonly name: string;
  /** Of the database. */
  readonly id: string;
  /** Who runs here: a machine and a process, for others to find it; made unique by an id. */
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
      if (by !== undefined) return { held: false, by, message: `another apply has ${name}: ${by}.` };
      const renew = async (): Promise<Renewal> => {
        const renewed = await rows.take(owner, terms.run).catch(() => undefined);
        if (!renewed) return "failed";
        return renewed.by === undefined ? "renewed" : "other";
      };
      const lease = keepLease({ clock, lifetimeMs: terms.run, renew });
      const release = async () => {
        await lease.stop();
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

interface Keeping {
  readonly rows: RunRows;
  readonly owner: string;
  readonly journal: string;
  readonly clock: Clock;
}

/** Lines that nobody waits for are stored this much later. */
const laterMs = 1000;

/** Writes in append order; what is appended during a commit, and the writes that wait for it, are in the next one. */
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
    if (done.is === "lost") throw new Error("this run no longer owns the environment, or the lock in Git");
    if (text !== "") number += 1;
    return done.granted;
  };
  const flush: JournalDisk["flush"] = async (fence) => {
    if (fence) pending.fences.push(fence);
    // After one failure all later ones fail too: records after a gap could never be read.
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
      // The next flush reports a failure here.
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
