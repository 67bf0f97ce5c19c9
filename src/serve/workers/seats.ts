/**
 * The state that a server keeps for each worker that asks it: the worker's rows and shards, and the news that the
 * worker has not fetched yet.
 */

import { anyKey, jobsKey, shardKey } from "../../database/channel-keys.ts";
import type { Mine, Ownership, ShardView, TargetRange, WorkerRows } from "../../database/contract.ts";
import { workBounds, workTimes } from "../../database/plant/protocol.ts";
import type { Clock } from "../../model/wire.ts";

/** Returns the rows of a worker with this name, limited to a range of targets. */
export type RowsFor = (worker: string, range: TargetRange) => WorkerRows;

/** The inputs of seats. */
export interface SeatsOptions {
  readonly rowsFor: RowsFor;
  readonly clock: Clock;
}

/** The data that a server keeps for one process of a worker. */
export interface Seat {
  /** The worker's name in serve.yaml, under which others see it. */
  readonly name: string;
  readonly rows: WorkerRows;
  /** Whether the worker owns the shard, according to the database. */
  owns(holding: Ownership): Promise<boolean>;
  /** Whether the worker owned the shard earlier. */
  hadOwned(holding: Ownership): boolean;
  hold(holdings: readonly Ownership[]): void;
  /** Records that the worker no longer owns these shards. */
  drop(holdings: readonly Ownership[]): void;
  /** Whether the worker's first connection was already recorded. Only the first call returns false. */
  isNoted(): boolean;
  /**
   * `mine`, plus the calls that the seat still keeps for the next answer, so that the database does not return them
   * again.
   */
  withRest(holding: Ownership, mine: Mine): Mine;
  /** The part of a view that fits into an answer; the next answer has the rest. */
  fitting(holding: Ownership, view: ShardView): ShardView;
  /** The events since the worker's last question; resolves at once if there are any. */
  news(signal: AbortSignal): Promise<readonly string[]>;
}

/** The seats of all workers. */
export interface Seats {
  /** The seat of a process of the worker; undefined if too many processes use the worker's token. */
  seatOf(
    worker: string,
    by: { readonly process: string; readonly only: readonly string[] },
  ): Seat | undefined;
  close(): void;
}

interface OpenSeat {
  readonly seat: WorkerSeat;
  readonly worker: string;
  seenAt: number;
}

/** The maximum number of processes that use one token at a time. */
const mostProcesses = 100;

/** Opens the seats of a server. */
export function openSeats({ rowsFor, clock }: SeatsOptions): Seats {
  const open = new Map<string, OpenSeat>();
  const sweep = () => {
    for (const [name, { seat, seenAt }] of open) {
      if (clock.now() - seenAt < workTimes.seat) continue;
      open.delete(name);
      seat.end();
    }
  };
  return {
    seatOf: (worker, { process, only }) => {
      sweep();
      const name = `${worker}: ${process}`;
      const count = [...open.values()].filter((each) => each.worker === worker).length;
      if (!open.has(name) && count >= mostProcesses) return undefined;
      const there = open.get(name) ?? {
        seat: new WorkerSeat(name, rowsFor(name, { only }), clock),
        worker,
        seenAt: 0,
      };
      there.seenAt = clock.now();
      open.set(name, there);
      return there.seat;
    },
    close: () => {
      for (const { seat } of open.values()) seat.end();
      open.clear();
    },
  };
}

/** The maximum number of jobs that are remembered for a worker that no longer owns them. */
const mostFormer = 1000;

class WorkerSeat implements Seat {
  readonly name: string;
  readonly rows: WorkerRows;
  readonly #clock: Clock;
  readonly #held = new Map<string, Ownership>();
  readonly #former = new Set<string>();
  readonly #rest = new Map<string, ShardView["calls"]>();
  // A new seat begins with news for everything, because anything may have changed before the seat existed.
  readonly #mail = new Set<string>([anyKey]);
  readonly #stopHearing: () => void;
  #waiting = new AbortController();
  #isNoted = false;

  constructor(name: string, rows: WorkerRows, clock: Clock) {
    this.name = name;
    this.rows = rows;
    this.#clock = clock;
    this.#stopHearing = rows.onWork((about) => {
      const isOwn = [...this.#held.values()].some(
        ({ job, shard }) => about === job || about === shardKey(shard),
      );
      // A worker gets no news about shards that it does not own.
      if (isOwn || about === jobsKey || about === anyKey) this.#hear(about);
    });
  }

  #hear(about: string): void {
    this.#mail.add(about);
    this.#waiting.abort(new Error("news"));
  }

  isNoted(): boolean {
    const was = this.#isNoted;
    this.#isNoted = true;
    return was;
  }

  hold(holdings: readonly Ownership[]): void {
    for (const each of holdings) this.#held.set(each.job, each);
  }

  drop(holdings: readonly Ownership[]): void {
    for (const { job } of holdings) {
      if (this.#held.delete(job)) this.#former.add(job);
      this.#rest.delete(job);
      const [oldest] = this.#former;
      if (this.#former.size > mostFormer && oldest !== undefined) this.#former.delete(oldest);
    }
  }

  async owns(holding: Ownership): Promise<boolean> {
    const held = this.#held.get(holding.job);
    if (held?.shard === holding.shard && held.attempt === holding.attempt) return true;
    const isOwned = (await this.rows.touch([holding])).has(holding.job);
    if (isOwned) this.hold([holding]);
    return isOwned;
  }

  hadOwned({ job }: Ownership): boolean {
    return this.#held.has(job) || this.#former.has(job);
  }

  withRest({ job }: Ownership, mine: Mine): Mine {
    const rest = (this.#rest.get(job) ?? []).map(({ id }) => id);
    return { ...mine, calls: [...mine.calls, ...rest] };
  }

  fitting({ job }: Ownership, view: ShardView): ShardView {
    const rest = (this.#rest.get(job) ?? []).filter(({ id }) => !view.gone.includes(id));
    const calls = [...rest, ...view.calls];
    const count = countWithin(calls, workBounds.calls);
    this.#rest.set(job, calls.slice(count));
    if (count < calls.length) this.#hear(job);
    return { ...view, calls: calls.slice(0, count) };
  }

  async news(signal: AbortSignal): Promise<readonly string[]> {
    this.#waiting.abort(new Error("asked again"));
    const own = new AbortController();
    this.#waiting = own;
    const ends = AbortSignal.any([own.signal, signal]);
    if (this.#mail.size === 0) await this.#clock.wait(workTimes.news, ends).catch(() => {});
    if (signal.aborted || this.#waiting !== own) return [];
    const about = [...this.#mail];
    this.#mail.clear();
    return about;
  }

  end(): void {
    this.#stopHearing();
    this.#waiting.abort(new Error("ended"));
  }
}

/** The number of calls whose texts fit into `most` characters, but at least one. */
function countWithin(calls: ShardView["calls"], most: number): number {
  let [count, length] = [0, 0];
  for (const call of calls) {
    length += JSON.stringify(call).length;
    if (count > 0 && length > most) break;
    count += 1;
  }
  return count;
}
