/** Several writes in one request: what sessions of products owe that take batches. */

import type { Operation } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Departure } from "../../model/wire.ts";
import type { Write } from "./write.ts";

/** A part of a session: several writes in one request, all carried out in their order, or none. It never waits. */
export interface BatchSession {
  /** The most writes of one batch; the fewest that go in one; and how many batches may be under way at once. */
  readonly size: number;
  readonly from: number;
  readonly running: number;
  /** Writes of the same text may go together. Undefined: this one goes by itself. Sends nothing. */
  scopeOf(write: Pick<Write, "kind" | "operation" | "scope" | "address" | "once">): string | undefined;
  /** Sends one batch of writes of one scope. `tasks`: what they have become, in their order. */
  send(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply>;
  /** How batches that go on after their answer are asked for. Absent: each is over when it is answered. */
  readonly tasks?: BatchTaskSession | undefined;
}

/** Batches that have become tasks. */
export interface BatchTaskSession {
  /**
   * Looks for the batch of these writes, whose reply was lost. Undefined: it is not to be seen. Absent: the product
   * shows none, and each write is looked at.
   */
  readonly find?: (writes: readonly Write[], signal: AbortSignal) => Promise<readonly Task[] | undefined>;
  /** Asks once for the outcome of parts of batches of one scope, in as few requests as that takes. */
  ask(tasks: readonly Task[], signal: AbortSignal): Promise<readonly TaskReply[]>;
}

/** What the answer to a batch means. */
export type BatchReply =
  | { readonly meaning: "tasks"; readonly tasks: readonly Task[] }
  /** It is over: the reply to each of its writes, in their order. */
  | { readonly meaning: "over"; readonly replies: readonly Reply[] }
  /** It did not leave: what each of its writes said when its turn came (`Write.leaving`), in their order. */
  | { readonly meaning: "held"; readonly problems: readonly (Problem | undefined)[] }
  /** None was carried out. `named`: the places of those that the answer names, where it does. */
  | (Extract<Reply, { meaning: "refused" | "conflict" }> & { readonly named?: readonly number[] })
  | Exclude<Reply, { meaning: "accepted" | "pending" | "refused" | "conflict" }>;

/** What a plan's cost must know of batches: see `BatchSession`. */
export interface BatchFacts extends Pick<BatchSession, "size" | "from"> {
  /** What batches are of, by the word of a scope. Absent: all of a target go together. */
  readonly sharedBy?: string | undefined;
  /** True: only creates, or only updates, of one kind in one parent go together. */
  readonly ofOneKind?: true;
  /** True: a batch is over when it is answered, and it is never asked for. */
  readonly atOnce?: true;
  /** True: a write of a batch that goes by itself is asked for too. */
  readonly asksAlone?: true;
  /** True: a batch is one edit, judged as a whole: what is in it may refer to what else is in it. */
  readonly asOne?: true;
  /** True: what replaces or takes away more than it declares goes along. */
  readonly replacing?: true;
  /** True: the session guards that by itself (`guards`): nothing of it is read alone before. */
  readonly guarded?: true;
  readonly kinds: Readonly<Record<string, readonly Operation[]>>;
}

/** The departure of a batch: all of its writes are made known before any leaves. */
export function departureOfAll(writes: readonly Write[]): {
  readonly leaving: Departure;
  /** What each said, in their order, once one of them was not to leave; undefined: all may. */
  held(): readonly (Problem | undefined)[] | undefined;
} {
  let problems: readonly (Problem | undefined)[] = [];
  return {
    leaving: async () => {
      problems = await Promise.all(writes.map((write) => write.leaving?.()));
      return problems.find((each) => each !== undefined);
    },
    held: () => (problems.some((each) => each !== undefined) ? problems : undefined),
  };
}
