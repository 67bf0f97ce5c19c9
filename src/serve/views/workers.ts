/** The workers and shards in a database, in the form for a page. Pure. */

import type { ShardNow, WorkersNow } from "../../database/contract.ts";

/** A worker, and whether its last heartbeat is old. */
export type WorkerRow = WorkersNow["workers"][number] & { readonly isSilent: boolean };

/** A shard, and how long its first call has been waiting. */
export interface ShardRow extends ShardNow {
  readonly lagMs: number;
  /** True if a call is waiting, and no worker has taken it for a while. */
  readonly isUntaken: boolean;
}

/** Everything that the page of workers shows. */
export interface WorkersView {
  readonly at: string;
  readonly workers: readonly WorkerRow[];
  /** The shards, those with the longest wait first. */
  readonly shards: readonly ShardRow[];
  /** The number of calls without an answer. */
  readonly waiting: number;
  /** The longest time that an unanswered call has waited, in milliseconds. */
  readonly lagMs: number;
}

/**
 * A worker counts as silent after this long without a heartbeat. A call counts as untaken if it has waited this long
 * for a shard that no worker owns.
 */
const silentMs = 10_000;

/** The view of the workers: marks silent workers and untaken calls, and sums up what is waiting. */
export function workersView({ at, workers, shards }: WorkersNow): WorkersView {
  const ageMs = (time: string | undefined) => (time === undefined ? 0 : Date.parse(at) - Date.parse(time));
  const rows = shards.map((shard) => {
    const lagMs = Math.max(0, ageMs(shard.waitingSince));
    return { ...shard, lagMs, isUntaken: shard.owner === undefined && lagMs > silentMs };
  });
  return {
    at,
    workers: workers.map((worker) => ({ ...worker, isSilent: ageMs(worker.seen) > silentMs })),
    shards: rows.toSorted((one, other) => other.lagMs - one.lagMs),
    waiting: shards.reduce((sum, { waiting }) => sum + waiting, 0),
    lagMs: Math.max(0, ...rows.map(({ lagMs }) => lagMs)),
  };
}
