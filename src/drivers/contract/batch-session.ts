/** Batches: several writes in one request. The contract for sessions of products that accept batches. */

import type { Operation } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Departure } from "../../model/wire.ts";
import type { Write } from "./write.ts";

/**
 * The part of a session that sends several writes in one request. The product applies them in order: all of them, or
 * none. This part of the session never waits.
 */
export interface BatchSession {
  /** The maximum number of writes in a batch. */
  readonly size: number;
  /** The minimum number of writes in a batch. */
  readonly from: number;
  /** The maximum number of batches that run at the same time. */
  readonly running: number;
  /**
   * Returns a text: writes with the same text may share a batch. Undefined: the write is sent on its own. Sends
   * nothing.
   */
  scopeOf(write: Pick<Write, "kind" | "operation" | "scope" | "address" | "once">): string | undefined;
  /**
   * Sends one batch of writes that have the same `scopeOf`. A reply of `tasks` contains the task of each write, in
   * order.
   */
  send(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply>;
  /** Polls batches that continue after their reply. Absent: each batch is finished when it is answered. */
  readonly tasks?: BatchTaskSession | undefined;
}

/** Batches that have become tasks. */
export interface BatchTaskSession {
  /**
   * Searches for the batch of these writes after its reply was lost. Returns undefined if the batch is not found.
   * Absent: the product does not list batches, so each write is read individually.
   */
  readonly find?: (writes: readonly Write[], signal: AbortSignal) => Promise<readonly Task[] | undefined>;
  /** Polls these tasks once, with as few requests as possible. All of them belong to writes of one scope. */
  ask(tasks: readonly Task[], signal: AbortSignal): Promise<readonly TaskReply[]>;
}

/** What the reply to a batch means. */
export type BatchReply =
  | { readonly meaning: "tasks"; readonly tasks: readonly Task[] }
  /** The batch is finished: the replies to its writes, in order. */
  | { readonly meaning: "over"; readonly replies: readonly Reply[] }
  /** The batch was not sent. `problems`: what `Write.leaving` returned for each write, in order. */
  | { readonly meaning: "held"; readonly problems: readonly (Problem | undefined)[] }
  /** No write was carried out. `named`: the positions of the writes that the reply names, if any. */
  | (Extract<Reply, { meaning: "refused" | "conflict" }> & { readonly named?: readonly number[] })
  | Exclude<Reply, { meaning: "accepted" | "pending" | "refused" | "conflict" }>;

/** Facts about batches that cost estimates need: see `BatchSession`. */
export interface BatchFacts extends Pick<BatchSession, "size" | "from"> {
  /** The scope key shared by a batch. Absent: all writes of a target can be batched together. */
  readonly sharedBy?: string | undefined;
  /** True: a batch contains only creates or only updates, of one kind and in one parent. */
  readonly ofOneKind?: true;
  /** True: a batch is finished when it is answered, and never polled. */
  readonly atOnce?: true;
  /** True: a write sent on its own becomes a task as well. */
  readonly asksAlone?: true;
  /** True: a batch is validated as one edit, so its items may refer to one another. */
  readonly asOne?: true;
  /** True: writes that replace or remove more than they declare may be in a batch. */
  readonly replacing?: true;
  /**
   * True: writes that replace or remove more than they declare need no pre-write read, because the session guards them
   * (`guards`).
   */
  readonly guarded?: true;
  readonly kinds: Readonly<Record<string, readonly Operation[]>>;
}

/** Announces the departure of a batch: all of its writes are announced before any of them is sent. */
export function departureOfAll(writes: readonly Write[]): {
  readonly leaving: Departure;
  /**
   * Returns a problem or undefined for each write if one of the writes must not be sent. Otherwise the whole result is
   * undefined.
   */
  held(): readonly (Problem | undefined)[] | undefined;
} {
  let problems: readonly (Problem | undefined)[] = [];
  return {
    leaving: async (fence) => {
      problems = await Promise.all(writes.map((write) => write.leaving?.(fence)));
      return problems.find((each) => each !== undefined);
    },
    held: () => (problems.some((each) => each !== undefined) ? problems : undefined),
  };
}
