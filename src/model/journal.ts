/**
 * The journal of a run: the writes that the run was about to send, and their results. The next run uses the journal
 * only as a hint, never as state.
 */

import type { Address } from "./address.ts";
import type { FieldForm } from "./memory.ts";
import type { Operation, StepId } from "./plan/step.ts";
import { type Problem, problem } from "./problem.ts";
import type { Milliseconds, Outcome, Reply, Task } from "./reply.ts";

/** A write that is about to be sent. */
export interface Intent {
  readonly kind: "intent";
  readonly step: StepId;
  readonly operation: Operation;
  readonly address: Address;
  /** How many times this step was sent, including this attempt. From 1. */
  readonly attempt: number;
  /** True: the write rolls back a change of the same run. */
  readonly back?: true;
  /** The time before the write was sent, ISO 8601 in UTC, by the wall clock. Journals of 0.1.0 have none. */
  readonly time?: string;
  /**
   * The task that the server created for the write. Once the task is known, and before it is awaited, the intent is
   * recorded a second time with the task.
   */
  readonly task?: Task;
}

/** An activation that is about to be requested. */
export interface FinishIntent {
  readonly kind: "finishing";
  readonly target: string;
  readonly verb: string;
  /** The items to be activated: names from the product, no values. */
  readonly names: readonly string[];
  /** The time at which the intent was recorded, ISO 8601 in UTC. */
  readonly time: string;
  /**
   * The task that the server created for the activation. Once the task is known, the intent is recorded a second time
   * with the task.
   */
  readonly task?: Task;
}

/** How an activation ended. */
interface FinishEnd {
  readonly kind: "finished";
  readonly target: string;
  readonly state: "done" | "failed" | "unknown";
  /** The items that the activation concerned. Absent: all items of the last request. */
  readonly names?: readonly string[];
}

/** An accepted create that must not be sent again, with the content of its reply. */
export interface Acceptance {
  /** When the create was accepted, ISO 8601 in UTC. Absent: the record is not about an accepted create. */
  readonly since?: string;
  /** The live id, if the reply contained one. */
  readonly id?: string;
  /** The resource's match value at the time of sending. Journals up to 0.2.0 have none. */
  readonly sent?: string;
  /** The name in the reply, if there was one. */
  readonly stored?: string;
}

/** The reply to a write. */
interface ReplyNote extends Acceptance {
  readonly kind: "reply";
  readonly step: StepId;
  readonly meaning: Reply["meaning"];
}

/**
 * How a step ended. Once a read has shown the resource that the step created, the outcome is recorded again with
 * `seen`.
 */
interface OutcomeNote extends Acceptance {
  readonly kind: "outcome";
  readonly step: StepId;
  readonly state: Outcome["state"];
  readonly seen?: true;
  /** The commit that declares the created resource, if this is not the commit of the run. */
  readonly commit?: string;
  /** How the server stores some fields of the resource; further records may follow. Digests, no values. */
  readonly forms?: readonly FieldForm[];
}

/** One record of a journal. The only field values in it are the names of created resources. */
export type JournalRecord =
  | {
      readonly kind: "begun";
      readonly environment: string;
      readonly fingerprint: string;
      /** The commit being applied, if any. */
      readonly commit?: string;
    }
  | Intent
  | ReplyNote
  | OutcomeNote
  | FinishIntent
  | FinishEnd
  /** The run ended properly. A write with an unknown result has an outcome record that says so. */
  | { readonly kind: "ended" };

/** The owner of a shard: one attempt of one job. Only the database reads its fields, to check the ownership. */
export interface Fence {
  readonly shard: string;
  readonly job: string;
  readonly attempt: number;
  /** The call to which the write belongs. */
  readonly call: string;
}

/** The code of the problem for a write that was not sent, because another process owns its shard now. */
export const notOwned = "not-owned";

/** Thrown by a journal that has refused a fence: another process owns the shard. The journal itself works. */
export class NotOwned extends Error {}

/**
 * Returns the problem of a write that was not sent, because another process must send it now. The live state is read
 * again.
 */
export function notOwnedBy(target: string): Problem {
  const message = `${target}: a write was not sent, because another process now sends the requests to this target`;
  return problem(notOwned, message, { hint: "You need not do anything: trueup reads the live state again." });
}

/** Where a run records its writes. */
export interface Journal {
  /**
   * Resolves once the record, and all records before it, are durable. Rejects with `NotOwned` if the fence is refused.
   * Rejects with any other error if the records could not be made durable; every later call then rejects too.
   */
  write(record: JournalRecord, fence?: Fence): Promise<void>;
  /** Records without waiting. The next `write` reports a failure. */
  note(record: JournalRecord): void;
}

/** The storage of a journal: a real one, or a simulated one that loses unflushed data. */
export interface JournalDisk {
  /** Appends text. It may be lost until `flush` has resolved. */
  append(text: string): void;
  /**
   * Resolves once everything appended before is durable; rejects if any of it is not.
   *
   * With a fence, one statement both stores the text and checks the ownership. If the check fails, `flush` rejects with
   * `NotOwned`. The next flush still stores the text, so that record numbers have no gap. That is harmless: an intent
   * without a reply only makes the next run read the resource.
   */
  flush(fence?: Fence): Promise<void>;
}

/** A journal that is open for a new run. */
export interface KeptJournal extends JournalDisk {
  /** Closes the journal. If `keep` is false, the journal is removed, because the next run needs nothing from it. */
  close(keep: boolean): Promise<void>;
}

/** The storage for an environment's journals: a file, or a database. */
export interface JournalStore {
  /** The name in messages: a path. */
  readonly name: string;
  /**
   * Takes the store, which only one apply can hold at a time. Never waits. `message` says in whole sentences who holds
   * the store, and what to do.
   */
  take(): Promise<
    | {
        readonly held: true;
        readonly release: () => Promise<void>;
        /**
         * The run of a killed process that held the store. Its Git lock may still exist. Absent: there is none, or it
         * is unknown.
         */
        readonly leftLock?: string | undefined;
      }
    | { readonly held: false; readonly by: string; readonly message: string }
  >;
  /**
   * Returns the text that the last run left; empty if there is none. `ignored`: half a sentence on why the text counts
   * as empty.
   */
  read(): Promise<{ readonly text: string; readonly ignored?: string | undefined }>;
  /** Begins an empty journal for a new run. The last journal stays until something of the new journal is durable. */
  begin(): Promise<KeptJournal>;
  remove(): Promise<void>;
  /** The id of the database that holds the journal, as in `LockRecord.journal`. Absent: the journal is a file. */
  readonly id?: string | undefined;
  /**
   * Tells the store how long Git's lock is held from now on (`Infinity` if there is no Git), and by which run. Returns
   * false if the store belongs to another process. Absent: the store does not depend on the lock.
   */
  readonly locked?: ((lock: HeldGitLock) => Promise<boolean>) | undefined;
}

/** Git's lock of an environment, as reported to a journal's store. */
export interface HeldGitLock {
  readonly run: string;
  readonly forMs: Milliseconds;
}
