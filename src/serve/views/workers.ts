/** Workers and shards of a database, as a page shows them. Pure. */

import type { ShardNow, WorkersNow } from "../../database/contract.ts";

/** A worker, and whether it was heard of lately. */
export type WorkerRow = WorkersNow["workers"][number] & { readonly isSilent: boolean };

/** A shard, and for how long the first of its calls has waited. */
export interface ShardRow extends ShardNow {
  readonly lagMs: number;
  /** Something is asked, and nobody has taken it for a while. */
  readonly isUntaken: boolean;
}

/** All of it. */
export interface WorkersView {
  readonly at: string;
  readonly workers: readonly WorkerRow[];
  /** Those that wait longest first. */
  readonly shards: readonly ShardRow[];
  /** Calls without an answer, and the longest wait among them. */
  readonly waiting: number;
  readonly lagMs: number;
}

/** As long as a shard stays with a worker that is gone. */
const silentMs = 10_000;

/** What is worth a look at this moment. */
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
