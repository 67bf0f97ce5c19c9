/**
 * Observations of one environment. They wait for their turn, cover due targets or all targets, and are stopped for more
 * urgent observations.
 */

import type { RunEvent } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { turnOfLoop } from "../../runtime/threads.ts";
import type { Branch } from "../follow/branch.ts";
import type { Runner, Shard, ShardLook } from "../runner/runner.ts";
import type { ServedCommit } from "../served.ts";
import { prepareIndex } from "../views/look-index.ts";
import type { EnvironmentKnowledge } from "./known.ts";
import type { Rank, Turns } from "./turns.ts";

/** The inputs for observing. */
export interface LookingPorts {
  readonly known: EnvironmentKnowledge;
  readonly branch: Branch;
  readonly runner: Runner;
  readonly turns: Turns;
  readonly clock: Clock;
  readonly ended: AbortSignal;
  readonly listen: (event: RunEvent) => void;
  readonly shardOf: (commit: string) => Shard;
}

/** What to observe. */
export interface LookWish {
  readonly rank: Rank;
  /** If true, all targets are observed, even those that are not due. */
  readonly isAll?: boolean | undefined;
  /** True if everything is read, even what a change log reports as unchanged. */
  readonly isFull?: boolean | undefined;
}

/** The result of an observation. */
export type LookedAt =
  | {
      readonly look: ShardLook;
      readonly commit: ServedCommit;
      readonly refs: string;
      /** True for a target that was observed again. */
      readonly anew: (target: string) => boolean;
    }
  | { readonly wrong: Problem };

/** Thrown if an observation is stopped for a more urgent one. */
export class SupersededLook extends Error {}

/** The observations of one environment, one at a time. */
export class EnvironmentLooks {
  readonly #on: LookingPorts;
  #fullAt: Milliseconds;
  #under: { readonly rank: Rank; readonly stop: AbortController } | undefined;

  constructor(on: LookingPorts) {
    this.#on = on;
    this.#fullAt = on.clock.now();
  }

  /** When everything is to be read again, by the clock's monotonic time. */
  get fullAt(): Milliseconds {
    return this.#fullAt;
  }

  /** Stops the running observation if its rank is lower. That observation then rejects with `SupersededLook`. */
  supersede(by: Rank): void {
    const { rank, stop } = this.#under ?? {};
    if (rank === "due" || (rank === "moved" && by === "asked")) stop?.abort(new SupersededLook());
  }

  /** Observes the environment at a commit, once it is its turn. */
  async look(commit: ServedCommit, wish: LookWish): Promise<LookedAt> {
    const { turns, ended } = this.#on;
    const stop = new AbortController();
    const signal = AbortSignal.any([ended, stop.signal]);
    this.#under = { rank: wish.rank, stop };
    try {
      return await turns.take(wish.rank, signal, () => this.#lookNow(commit, wish, signal));
    } finally {
      this.#under = undefined;
    }
  }

  async #lookNow(commit: ServedCommit, { isAll, isFull }: LookWish, signal: AbortSignal): Promise<LookedAt> {
    const { branch, runner, clock, known, listen } = this.#on;
    const wrong = await branch.moveTo(commit.id);
    if (wrong) return { wrong };
    const begun = clock.now();
    const full = isFull === true || begun >= this.#fullAt;
    const { schedule } = known.looked;
    const seen = full || isAll ? undefined : known.at?.seen;
    const due = new Set(known.targets().filter((name) => schedule.isDue(name, begun)));
    const anew = (target: string) => seen === undefined || due.has(target);
    const earlier = seen && { look: seen, anew: due };
    const shard = this.#on.shardOf(commit.id);
    const look = await runner.look(shard, { earlier, full, listener: listen, signal });
    // The index is prepared before listeners are notified, so that a page that needs it does not block other requests.
    if (look.is === "seen") await prepareIndex(look, turnOfLoop);
    if (full && look.is === "seen") this.#fullAt = begun + known.may(look.read).fullReadMs;
    return { look, commit, refs: shard.refs, anew };
  }
}
