/** A worker: claims shards, keeps its heartbeats, and answers what is asked of them. */

import type { Clock } from "../model/wire.ts";
import type { SessionHost } from "../sessions/port.ts";
import { anyKey, jobsKey, shardKey } from "./channel-keys.ts";
import type { WorkerName, WorkerRows } from "./contract.ts";
import { holdShard, momentOf, type ShardWork, within } from "./hold.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** What a worker works with. */
export interface WorkOptions {
  readonly rows: WorkerRows;
  readonly host: SessionHost;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  readonly worker: WorkerName;
  /** The number of shards that it holds at the most at a time. */
  readonly most: number;
  /** Aborted: it finishes what has left, gives the rest back, and ends. */
  readonly signal: AbortSignal;
}

/** Works until the signal is aborted and nothing is in its hands. A database that is away is waited for. */
export async function work(options: WorkOptions): Promise<void> {
  const { rows, clock, signal, worker } = options;
  const held = new Map<string, ShardWork>();
  const wake = waker(clock);
  const stopHearing = rows.onWork((about) => hear({ held, wake }, about));
  signal.addEventListener("abort", wake.now);
  const resting = new AbortController();
  const beating = beat({ ...options, held, ended: resting.signal });
  while (!signal.aborted) {
    await claim({ ...options, held, wake });
    if (!signal.aborted) await wake.within(terms.beat);
  }
  await Promise.all([...held.values()].map(({ ended }) => ended));
  while (held.size > 0) await clock.wait(10);
  signal.removeEventListener("abort", wake.now);
  resting.abort(new Error("ended"));
  await beating;
  stopHearing();
  await within(clock, rows.goodbye(worker));
}

function hear(
  { held, wake }: { readonly held: Map<string, ShardWork>; readonly wake: Waker },
  about: string,
): void {
  if (about === jobsKey || about === anyKey) wake.now();
  for (const each of held.values()) {
    const { job, shard } = each.holding;
    if (about === anyKey || about === job || about === shardKey(shard)) each.wake();
  }
}

interface Claiming extends WorkOptions {
  readonly held: Map<string, ShardWork>;
  readonly wake: Waker;
}

async function claim(claiming: Claiming): Promise<void> {
  const { rows, clock, held, wake, most } = claiming;
  const free = most - held.size;
  if (free <= 0) return;
  const claimed = momentOf(clock);
  // A claim whose reply is lost ends by itself: nobody keeps its heartbeat.
  const holdings = await rows.claim(free).catch(() => []);
  for (const holding of holdings) {
    const each = holdShard({ ...claiming, isFull: () => held.size >= most }, holding, claimed);
    held.set(holding.job, each);
    void each.ended
      .then(() => giveBack(claiming, each))
      .then(() => {
        held.delete(holding.job);
        wake.now();
      });
  }
}

/** Gives a shard back; one whose statement fails goes to somebody else once its heartbeat is old. */
async function giveBack({ rows, clock }: Claiming, { holding }: ShardWork): Promise<void> {
  await within(clock, rows.complete(holding));
}

interface Beating extends WorkOptions {
  readonly held: Map<string, ShardWork>;
  readonly ended: AbortSignal;
}

async function beat({ rows, clock, held, worker, ended }: Beating): Promise<void> {
  while (!ended.aborted) {
    const mine = [...held.values()];
    const asked = momentOf(clock);
    // Beside the heartbeat, which must not wait for it.
    const said = within(clock, rows.hello(worker, held.size));
    const touched =
      mine.length === 0 ? new Set() : await within(clock, rows.touch(mine.map(({ holding }) => holding)));
    for (const each of touched ? mine : []) {
      if (touched?.has(each.holding.job)) each.confirm(asked);
      else each.lose();
    }
    await said;
    await clock.wait(terms.beat, ended).catch(() => {});
  }
}
