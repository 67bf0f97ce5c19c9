/** What a database is asked: by who makes calls, by who answers them, and for a run's journal. As SQL, or in memory. */

import type { Fence } from "../model/journal.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { SessionAnswer, SessionCall } from "../sessions/port.ts";

/** In this order among the shards that wait, and among the calls of one. */
export const priorities = { apply: 2, asked: 1, schedule: 0 } as const;

/** Why something is asked. */
export type Priority = keyof typeof priorities;

/** A shard that a worker owns: the job that gave it, and which attempt of it. */
export type Ownership = Pick<Fence, "shard" | "job" | "attempt">;

/** A call with what the database needs to know about it. */
export interface AskedCall {
  /** A UUID, chosen by who asks: asking twice is asking once. */
  readonly id: string;
  readonly priority: Priority;
  readonly call: SessionCall;
}

/** A write that wants to leave. Its fence names it by its own id. */
export interface LeaveRequest {
  readonly fence: Fence;
  readonly call: string;
  /** Its position in the call. */
  readonly index: number;
}

/** One event of a call, in the order of `number` for each attempt. */
export interface StoredEvent {
  readonly call: string;
  readonly number: number;
  /** JSON. */
  readonly body: string;
}

/** What has happened to somebody's calls. */
export interface News {
  readonly waiting: readonly LeaveRequest[];
  /** `by`: the attempt that it is of. */
  readonly events: readonly (StoredEvent & { readonly id: string; readonly by: string })[];
  /** JSON of a `SessionAnswer`. Its events are in the same news or in earlier ones. */
  readonly answers: readonly { readonly call: string; readonly body: string }[];
}

/** What earlier news were about, so that the rows can go. */
interface Acknowledgement {
  readonly events: readonly string[];
  readonly answers: readonly string[];
}

/** What one who makes calls asks. Every method can be repeated after a lost reply. */
export interface CallerRows {
  provide(digest: string, bundle: string): Promise<void>;
  ask(call: AskedCall): Promise<void>;
  /** Removes a call, and resolves with true; with false if a write of it may have left, or it is answered. */
  withdraw(call: string): Promise<boolean>;
  /** Removes what was read, and resolves with what is new. */
  news(read: Acknowledgement): Promise<News>;
  /** Lets writes leave, if their owners own their shards. Resolves with the ids of those that may. */
  grant(fences: readonly Fence[]): Promise<ReadonlySet<string>>;
  /** Tells a write that it must not leave; `problem` as JSON. */
  refuse(write: string, problem: string): Promise<void>;
  /**
   * Each second: says that the caller lives, gives shards with calls and without a job a job, and ends calls whose
   * write was let go with an owner that is gone. Resolves with those of `open` that are no longer in the database.
   */
  sweep(open: readonly string[]): Promise<readonly string[]>;
  /** How many workers were seen lately. */
  workers(): Promise<number>;
  /** Calls `wake` when there may be news. Returns how to end that. */
  onNews(wake: () => void): () => void;
}

/** What an owner sees of its shard. */
export interface ShardView {
  /** Calls that it has not got yet. */
  readonly calls: readonly Pick<AskedCall, "id" | "call">[];
  /** Those of its calls that nobody waits for any more. */
  readonly gone: readonly string[];
  /** Those of its waiting writes that are decided; `problem` as JSON, for those that must not leave. */
  readonly decided: readonly { readonly id: string; readonly problem?: string | undefined }[];
}

/** Whose calls a worker gets, by globs of their targets' names. */
export interface TargetRange {
  /** Absent: those of all targets. */
  readonly only?: readonly string[] | undefined;
  /** Those that others answer. */
  readonly except?: readonly string[] | undefined;
}

/** A worker, as others see it. */
export interface WorkerName {
  /** Unique: a machine and a process. */
  readonly name: string;
  /** Of the program. */
  readonly version: string;
}

/** What a worker asks. Every method can be repeated after a lost reply. */
export interface WorkerRows {
  bundle(digest: string): Promise<string | undefined>;
  /** Says that the worker lives, and how many shards it holds. */
  hello(worker: WorkerName, shards: number): Promise<void>;
  goodbye(worker: WorkerName): Promise<void>;
  /** Up to so many shards, from now on owned. */
  claim(most: number): Promise<readonly Ownership[]>;
  /** A heartbeat. Resolves with the jobs of those that are still owned. */
  touch(holdings: readonly Ownership[]): Promise<ReadonlySet<string>>;
  /** Gives a shard back. */
  complete(holding: Ownership): Promise<void>;
  /** Takes what is asked of the shard. `has`: the calls it has; `waiting`: its writes that want to leave. */
  look(holding: Ownership, mine: Mine): Promise<ShardView>;
  /** A write wants to leave. */
  wait(write: LeaveRequest): Promise<void>;
  /** Stores events and answers of calls that this attempt still has. */
  report(holding: Ownership, told: Report): Promise<void>;
  /** Calls `heard` with a job's id or a key of `channel-keys.ts`. Returns how to end that. */
  onWork(heard: (about: string) => void): () => void;
}

/** What an owner has in hand. */
export interface Mine {
  readonly calls: readonly string[];
  readonly waiting: readonly string[];
  /** False: takes no new calls. */
  readonly isTaking: boolean;
}

/** What an owner tells. */
export interface Report {
  readonly events: readonly StoredEvent[];
  readonly answers: readonly { readonly call: string; readonly answer: SessionAnswer }[];
}

/** Lines of a journal that become durable at once, and the writes that wait for that. */
export interface JournalCommit {
  /** The run's own name of its journal: a UUID. */
  readonly journal: string;
  /** From 0, without gaps. The first removes what the run before has left. */
  readonly number: number;
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** How a commit ended. */
export type JournalCommitted =
  | { readonly is: "committed"; readonly granted: ReadonlySet<string> }
  /** The run no longer has the environment, or the lock of Git has run out: nothing is stored, nothing may leave. */
  | { readonly is: "lost" };

/** The run of an environment, and its journal. */
export interface RunRows {
  /**
   * Takes the environment for so long, or says who has it. `leftLock`: the run for which an earlier owner took Git's
   * lock, if that owner has not released the environment.
   */
  take(
    owner: string,
    forMs: Milliseconds,
  ): Promise<{ readonly by?: string | undefined; readonly leftLock?: string | undefined }>;
  /** Says that Git's lock is held by this run for so long. `Infinity`: there is no Git. */
  locked(owner: string, lock: { readonly run: string; readonly forMs: Milliseconds }): Promise<boolean>;
  release(owner: string): Promise<void>;
  /** The lines that the last run left. */
  read(): Promise<string>;
  /** In one statement: the lines, and who may write because of them. */
  commit(owner: string, commit: JournalCommit): Promise<JournalCommitted>;
  /** Removes the lines. */
  remove(owner: string): Promise<void>;
}

/** What workers do, at one moment. Times are by the database's clock, ISO 8601 in UTC. */
export interface WorkersNow {
  readonly at: string;
  readonly workers: readonly (WorkerName & {
    readonly since: string;
    readonly seen: string;
    readonly shards: number;
  })[];
  /** Those that are owned, or of which something is asked. */
  readonly shards: readonly ShardNow[];
}

/** A shard at one moment. */
export interface ShardNow {
  readonly shard: string;
  /** The worker that owns it, and since when. */
  readonly owner?: string | undefined;
  readonly ownedSince?: string | undefined;
  /** How many calls have no answer, and since when the first of them waits. */
  readonly waiting: number;
  readonly waitingSince?: string | undefined;
  /** The targets of those calls. */
  readonly targets: readonly string[];
}
