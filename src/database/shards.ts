/** Combines the parts over one open database: sessions at workers, journals, and a worker's loop. */

import type { Clock } from "../model/wire.ts";
import type { SessionHost } from "../sessions/port.ts";
import { callerRows } from "./caller-rows.ts";
import { type Callers, openCallers } from "./callers.ts";
import type { TargetRange, WorkerRows, WorkersNow } from "./contract.ts";
import { type DatabaseJournal, databaseJournal } from "./journal.ts";
import type { OpenDatabase } from "./open.ts";
import { runRows } from "./run-rows.ts";
import { work } from "./work.ts";
import { workerRows } from "./worker-rows.ts";
import { workersNow } from "./workers-now.ts";

/** The facts about this process. */
export interface ShardsOptions {
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** The machine and process, for people who look for them. */
  readonly process: string;
  /** The version of trueup. */
  readonly version: string;
}

/** The parameters of a worker. */
interface WorkerPart {
  /** A host that gets its bundles through `Shards.bundle`. */
  readonly host: SessionHost;
  /** The maximum number of shards at a time. Default: 50. */
  readonly most?: number | undefined;
  readonly signal: AbortSignal;
  /** The worker gets only the calls of these targets. Default: all targets. */
  readonly range?: TargetRange | undefined;
}

/** What a coordinator and a worker do with the database. */
export interface Shards {
  /** Begins to look for news of calls. Called once per process. */
  callers(): Callers;
  /**
   * The journal of an environment. `environment`: a name that is unique among all projects; `name`: the name in
   * messages.
   */
  journal(environment: string, name: string): DatabaseJournal;
  bundle(digest: string): Promise<string | undefined>;
  /** The database access for a worker elsewhere that cannot reach the database itself. */
  rowsFor(worker: string, range?: TargetRange): WorkerRows;
  /** What workers do now. */
  workersNow(): Promise<WorkersNow>;
  /** Answers calls until the signal is aborted and no shard is held any more. */
  work(part: WorkerPart): Promise<void>;
}

/** Shards over an open database. */
export function shardsOf({ connection, queue, id }: OpenDatabase, options: ShardsOptions): Shards {
  const { clock, newId, process: name, version } = options;
  const granted = new Set<string>();
  const rowsFor = (worker: string, range?: TargetRange) => workerRows({ connection, queue, worker, range });
  return {
    callers: () =>
      openCallers({ rows: callerRows({ connection, queue, caller: newId(), granted }), clock, newId }),
    journal: (environment, called) =>
      databaseJournal({
        rows: runRows({ connection, environment, granted }),
        clock,
        newId,
        name: called,
        id,
        owner: name,
      }),
    bundle: (digest) => rowsFor(name).bundle(digest),
    rowsFor,
    workersNow: () => workersNow(connection),
    work: ({ host, most = 50, signal, range }) =>
      work({ rows: rowsFor(name, range), host, clock, newId, worker: { name, version }, most, signal }),
  };
}
