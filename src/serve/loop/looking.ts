/** Looks of one environment: in their turn, at what is due or at all; broken off where somebody waits for more. */

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

/** What looks work with. */
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

/** What is looked at. */
export interface LookWish {
  readonly rank: Rank;
  /** True: every target, whenever it is due. */
  readonly isAll?: boolean | undefined;
  /** True: nothing counts as unchanged for a change log either. */
  readonly isFull?: boolean | undefined;
}

/** What came of it. */
export type LookedAt =
  | {
      readonly look: ShardLook;
      readonly commit: ServedCommit;
      readonly refs: string;
      /** Which targets were looked at. */
      readonly anew: (target: string) => boolean;
    }
  | { readonly wrong: Problem };

/** A look makes room for what somebody waits for. */
export class SupersededLook extends Error {}

/** One at a time. */
export class EnvironmentLooks {
  readonly #on: LookingPorts;
  #fullAt: Milliseconds;
  #under: { readonly rank: Rank; readonly stop: AbortController } | undefined;

  constructor(on: LookingPorts) {
    this.#on = on;
    this.#fullAt = on.clock.now();
  }

  /** When everything is to be read, by the clock's monotonic time. */
  get fullAt(): Milliseconds {
    return this.#fullAt;
  }

  /** A look that waits for less makes room: it rejects with `SupersededLook`. */
  supersede(by: Rank): void {
    const { rank, stop } = this.#under ?? {};
    if (rank === "due" || (rank === "moved" && by === "asked")) stop?.abort(new SupersededLook());
  }

  /** Looks at a commit, once it is its turn. */
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
    // Before anybody is told of it: a page of it holds no other up.
    if (look.is === "seen") await prepareIndex(look, turnOfLoop);
    if (full && look.is === "seen") this.#fullAt = begun + known.may(look.read).fullReadMs;
    return { look, commit, refs: shard.refs, anew };
  }
}
