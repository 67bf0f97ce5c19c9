/** Where the parts meet: sessions at workers, journals and a worker's loop, over one open database. */

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

/** What belongs to this process. */
export interface ShardsOptions {
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** This machine and process, for others to find it. */
  readonly process: string;
  /** Of the program. */
  readonly version: string;
}

/** A worker's own part. */
interface WorkerPart {
  /** Opened with `bundle` as its way to bundles. */
  readonly host: SessionHost;
  /** The number of shards at the most at a time. Default: 50. */
  readonly most?: number | undefined;
  readonly signal: AbortSignal;
  /** Default: the calls of all targets. */
  readonly range?: TargetRange | undefined;
}

/** The database, as a coordinator and a worker use it. */
export interface Shards {
  /** Starts to look for news of calls. One for each process. */
  callers(): Callers;
  /** The journal of an environment. `environment`: unique over all projects; `name`: as messages call it. */
  journal(environment: string, name: string): DatabaseJournal;
  bundle(digest: string): Promise<string | undefined>;
  /** The rows of a worker elsewhere, which has no way to the database. */
  rowsFor(worker: string, range?: TargetRange): WorkerRows;
  /** What workers do now. */
  workersNow(): Promise<WorkersNow>;
  /** Answers calls until the signal is aborted and nothing is in hand. */
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
