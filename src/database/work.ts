/** The loop of a worker: claims shards, sends heartbeats, and answers the calls of its shards. */

import type { Clock } from "../model/wire.ts";
import type { SessionHost } from "../sessions/port.ts";
import { anyKey, jobsKey, shardKey } from "./channel-keys.ts";
import type { WorkerName, WorkerRows } from "./contract.ts";
import { holdShard, momentOf, type ShardWork, within } from "./hold.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** The inputs of a worker. */
export interface WorkOptions {
  readonly rows: WorkerRows;
  readonly host: SessionHost;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  readonly worker: WorkerName;
  /** The maximum number of shards that the worker holds at a time. */
  readonly most: number;
  /** Once aborted, the worker awaits the writes that it has sent, gives its shards back, and ends. */
  readonly signal: AbortSignal;
}

/** Works until the signal is aborted and no shard is held any more. Waits for a database that is unavailable. */
export async function work(options: WorkOptions): Promise<void> {
  const { rows, clock, signal, worker } = options;
  const held = new Map<string, ShardWork>();
  const wake = waker(clock);
  const byKey = new Map<string, Set<ShardWork>>();
  const stopHearing = rows.onWork((about) => hear({ held, byKey, wake }, about));
  signal.addEventListener("abort", wake.now);
  const resting = new AbortController();
  const beating = beat({ ...options, held, ended: resting.signal });
  while (!signal.aborted) {
    await claim({ ...options, held, byKey, wake });
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

/** The shards that the worker holds, by job and by key in notifications. */
interface HeldShards {
  readonly held: Map<string, ShardWork>;
  readonly byKey: Map<string, Set<ShardWork>>;
  readonly wake: Waker;
}

/** Each write of any worker causes about ten notifications, so handling one must be cheap. */
function hear({ held, byKey, wake }: HeldShards, about: string): void {
  if (about === jobsKey || about === anyKey) wake.now();
  if (about === anyKey) for (const shard of held.values()) shard.wake();
  held.get(about)?.wake();
  for (const shard of byKey.get(about) ?? []) shard.wake();
}

/** The maximum number of shards per claim. */
const fewShards = 5;

/** The delay before a claim of a worker that holds nearly its maximum of shards, in milliseconds. */
const fullMs = 50;

interface Claiming extends WorkOptions, HeldShards {}

async function claim(claiming: Claiming): Promise<void> {
  const { rows, clock, held, byKey, wake, most } = claiming;
  // The more shards a worker holds, the longer it waits: shards go to the workers that hold the fewest, and only a few
  // at a time.
  await clock.wait((fullMs * held.size) / most);
  const free = Math.min(most - held.size, fewShards);
  if (free <= 0 || claiming.signal.aborted) return;
  const claimed = momentOf(clock);
  // If the reply to a claim is lost, the claim expires, because nobody sends its heartbeats.
  const holdings = await rows.claim(free).catch(() => []);
  for (const holding of holdings) {
    const each = holdShard({ ...claiming, isFull: () => held.size >= most }, holding, claimed);
    const key = shardKey(holding.shard);
    held.set(holding.job, each);
    const known = byKey.get(key) ?? new Set();
    byKey.set(key, known.add(each));
    void each.ended
      .then(() => giveBack(claiming, each))
      .then(() => {
        held.delete(holding.job);
        known.delete(each);
        if (known.size === 0) byKey.delete(key);
        wake.now();
      });
  }
  if (holdings.length === fewShards) wake.now();
}

/** Gives a shard back. If the statement fails, another worker gets the shard once the last heartbeat is too old. */
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
    // The report is sent in parallel to the heartbeat, which must not wait for it.
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
