/**
 * The questions to a database: from callers, from workers, and from a run for its journal. Implemented in SQL, and in
 * memory for tests.
 */

import type { Fence } from "../model/journal.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { SessionAnswer, SessionCall } from "../sessions/port.ts";

/** The order of waiting shards, and of the calls of one shard: higher priorities come first. */
export const priorities = { apply: 2, asked: 1, schedule: 0 } as const;

/** Why a call is made, which determines its priority. */
export type Priority = keyof typeof priorities;

/** A shard that a worker owns, with the job by which the worker got the shard, and the attempt of that job. */
export type Ownership = Pick<Fence, "shard" | "job" | "attempt">;

/** A call, with the facts that the database needs. */
export interface AskedCall {
  /** A UUID that the caller chooses, so that a repeated request stores the call only once. */
  readonly id: string;
  readonly priority: Priority;
  readonly call: SessionCall;
}

/** A write that waits for permission to be sent. `fence.call` is the write's own id. */
export interface LeaveRequest {
  readonly fence: Fence;
  readonly call: string;
  /** The write's position in the call. */
  readonly index: number;
}

/** One event of a call. Within an attempt, events are ordered by `number`. */
export interface StoredEvent {
  readonly call: string;
  readonly number: number;
  /** The event as JSON. */
  readonly body: string;
}

/** The news about a caller's calls. */
export interface News {
  readonly waiting: readonly LeaveRequest[];
  /** `by`: the attempt that the event comes from. */
  readonly events: readonly (StoredEvent & { readonly id: string; readonly by: string })[];
  /** `body`: the JSON of a `SessionAnswer`. The events of its call are in the same news, or were in earlier news. */
  readonly answers: readonly { readonly call: string; readonly body: string }[];
}

/** The ids of news that was read, so that its rows can be deleted. */
interface Acknowledgement {
  readonly events: readonly string[];
  readonly answers: readonly string[];
}

/** The questions of a caller. After a lost reply, each can be asked again. */
export interface CallerRows {
  provide(digest: string, bundle: string): Promise<void>;
  ask(call: AskedCall): Promise<void>;
  /**
   * Withdraws a call. Resolves with true if the call is removed; with false if one of its writes may have been sent, or
   * if the call is answered.
   */
  withdraw(call: string): Promise<boolean>;
  /** Deletes what was read, and returns what is new. */
  news(read: Acknowledgement): Promise<News>;
  /** Permits writes to be sent, if their workers still own their shards. Returns the ids of the permitted writes. */
  grant(fences: readonly Fence[]): Promise<ReadonlySet<string>>;
  /** Refuses a write: it must not be sent. `problem`: the reason, as JSON. */
  refuse(write: string, problem: string): Promise<void>;
  /**
   * Called every second. Reports that the caller is alive, and queues a job for each shard that has calls but no job.
   * Ends calls with a permitted write if their worker is gone. Returns the calls of `open` that are no longer in the
   * database.
   */
  sweep(open: readonly string[]): Promise<readonly string[]>;
  /** The number of workers that were seen recently. */
  workers(): Promise<number>;
  /** Calls `wake` when there may be news. Returns the function that stops this. */
  onNews(wake: () => void): () => void;
}

/** What a worker sees of a shard that it owns. */
export interface ShardView {
  /** Calls that the worker does not have yet. `isOld`: the call has waited for longer than `terms.fresh`. */
  readonly calls: readonly (Pick<AskedCall, "id" | "call"> & { readonly isOld?: boolean })[];
  /** The worker's calls that nobody waits for any more. */
  readonly gone: readonly string[];
  /** The worker's waiting writes that are decided. With a `problem` (JSON), the write must not be sent. */
  readonly decided: readonly { readonly id: string; readonly problem?: string | undefined }[];
}

/** The targets of a worker, by globs for their names. The worker gets only the calls of these targets. */
export interface TargetRange {
  /** The targets of this worker. If absent, the worker gets the calls of all targets. */
  readonly only?: readonly string[] | undefined;
  /** Targets that are left to other workers. Default: none. */
  readonly except?: readonly string[] | undefined;
}

/** A worker, as other processes see it. */
export interface WorkerName {
  /** A unique name, made of a machine and a process. */
  readonly name: string;
  /** The version of trueup. */
  readonly version: string;
}

/** The questions of a worker. After a lost reply, each can be asked again. */
export interface WorkerRows {
  bundle(digest: string): Promise<string | undefined>;
  /** Reports that the worker is alive, and how many shards it holds. */
  hello(worker: WorkerName, shards: number): Promise<void>;
  goodbye(worker: WorkerName): Promise<void>;
  /** Claims at most this many shards, which the worker then owns. */
  claim(most: number): Promise<readonly Ownership[]>;
  /** Sends a heartbeat for these shards. Returns the jobs of the shards that the worker still owns. */
  touch(holdings: readonly Ownership[]): Promise<ReadonlySet<string>>;
  /** Gives a shard back: its job is done. */
  complete(holding: Ownership): Promise<void>;
  /** Takes new calls of a shard, and returns them with other news about the shard. */
  look(holding: Ownership, mine: Mine): Promise<ShardView>;
  /** Registers a write that waits for permission to be sent. */
  wait(write: LeaveRequest): Promise<void>;
  /** Stores events and answers of calls that still belong to this attempt. */
  report(holding: Ownership, told: Report): Promise<void>;
  /** Calls `heard` with a job's id, or with a key of `channel-keys.ts`. Returns the function that stops this. */
  onWork(heard: (about: string) => void): () => void;
}

/** The calls of a shard that a worker has, and its writes that wait for permission. */
export interface Mine {
  readonly calls: readonly string[];
  readonly waiting: readonly string[];
  /** True if the worker takes new calls. */
  readonly isTaking: boolean;
}

/** The events and answers that a worker reports. */
export interface Report {
  readonly events: readonly StoredEvent[];
  readonly answers: readonly { readonly call: string; readonly answer: SessionAnswer }[];
}

/** Lines of a journal that become durable together, and the writes that wait for these lines. */
export interface JournalCommit {
  /** A UUID by which the run names its journal. */
  readonly journal: string;
  /** The number of the commit: from 0, without gaps. The first one deletes the previous run's lines. */
  readonly number: number;
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** The result of a commit. */
export type JournalCommitted =
  | { readonly is: "committed"; readonly granted: ReadonlySet<string> }
  /**
   * The run no longer holds the environment, or its Git lock has expired: nothing is stored, and nothing may be sent.
   */
  | { readonly is: "lost" };

/** The database access of a run: its hold on an environment, and its journal. */
export interface RunRows {
  /**
   * Acquires the environment for this time, or renews its hold. Another run can acquire it once this time has passed,
   * and no earlier. `by`: the run that has the environment, if it is another one. `leftLock`: the run that holds Git's
   * lock, if an earlier owner took that lock and has not released the environment.
   */
  take(
    owner: string,
    forMs: Milliseconds,
  ): Promise<{ readonly by?: string | undefined; readonly leftLock?: string | undefined }>;
  /**
   * Reports for how long this run holds Git's lock; `Infinity`: there is no Git. Returns false if the environment is no
   * longer held by `owner`.
   */
  locked(owner: string, lock: { readonly run: string; readonly forMs: Milliseconds }): Promise<boolean>;
  release(owner: string): Promise<void>;
  /** The journal lines of the last run. */
  read(): Promise<string>;
  /** Stores the lines and permits the writes that wait for them, in one statement. */
  commit(owner: string, commit: JournalCommit): Promise<JournalCommitted>;
  /** Deletes the journal's lines. */
  remove(owner: string): Promise<void>;
}

/** What workers do at one moment. Times are from the database's clock: ISO 8601, UTC. */
export interface WorkersNow {
  readonly at: string;
  readonly workers: readonly (WorkerName & {
    readonly since: string;
    readonly seen: string;
    readonly shards: number;
  })[];
  /** Shards that a worker owns, or that have unanswered calls. */
  readonly shards: readonly ShardNow[];
}

/** A shard at one moment. */
export interface ShardNow {
  readonly shard: string;
  /** The worker that owns the shard; absent if no worker owns it. */
  readonly owner?: string | undefined;
  /** Since when this worker owns the shard; absent if no worker owns it. */
  readonly ownedSince?: string | undefined;
  /** The number of unanswered calls. */
  readonly waiting: number;
  /** Since when the oldest unanswered call has been waiting; absent if there is no unanswered call. */
  readonly waitingSince?: string | undefined;
  /** The targets of the unanswered calls. */
  readonly targets: readonly string[];
}
