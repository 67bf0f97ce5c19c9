/** Polls batches: all running batches of a scope in one request. Sends no write. */

import type { BatchTaskSession } from "../../drivers/contract/batch-session.ts";
import type { Address } from "../../model/address.ts";
import type { Listener } from "../../model/event.ts";
import type { Milliseconds, Task, TaskReply } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";
import { type Backoff, doubledMs } from "../../pace/backoff.ts";
import { answeredWithin, notAsked, type TaskEnd } from "../../pace/tasks.ts";

/** What polling needs from its surroundings. */
interface AskPorts {
  readonly session: Pick<BatchTaskSession, "ask">;
  readonly clock: Clock;
  readonly listener: Listener | undefined;
  readonly target: string;
}

/** A part of a batch for which somebody waits. */
interface Part {
  readonly task: Task;
  readonly address: Address;
  readonly since: Milliseconds;
  /** The time since which every poll has reported that the batch does not exist. */
  goneSince?: Milliseconds | undefined;
  last?: TaskReply;
  readonly settle: (end: TaskEnd) => void;
  readonly fail: (error: unknown) => void;
}

/** The parts of one scope for which somebody waits. */
interface Asking {
  readonly parts: Set<Part>;
  /** The number of batches at the last poll. A change of this number resets the poll delay. */
  batches: number;
  /** The number of polls since the number of batches last changed. */
  asked: number;
  isAtOnce: boolean;
}

/** The delay between two polls. */
const pauses: Backoff = { firstMs: 1000, maxMs: 10_000 };
/** How long a batch may take to appear in the product's list. Until then, its absence means nothing. */
const goneMs: Milliseconds = 30_000;

/** The batches of one target. */
export class BatchTasks {
  readonly #ports: AskPorts;
  readonly #scopes = new Map<string, Asking>();

  constructor(ports: AskPorts) {
    this.#ports = ports;
  }

  /**
   * Returns how a part ended. `isAtOnce`: the batch began long ago, and is polled without an initial delay. Rejects
   * with the signal's reason once aborted, although the batch continues.
   */
  end(
    of: { readonly task: Task; readonly address: Address; readonly isAtOnce?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<TaskEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskEnd>();
    const key = of.task.budget ?? "";
    const asking = this.#scopes.get(key);
    const { task, address, isAtOnce = false } = of;
    const part = { task, address, since: this.#ports.clock.now(), settle: resolve, fail: reject };
    if (asking) asking.parts.add(part);
    else void this.#ask(key, { parts: new Set([part]), batches: 0, asked: 0, isAtOnce }, signal);
    return promise;
  }

  async #ask(key: string, asking: Asking, signal: AbortSignal): Promise<void> {
    this.#scopes.set(key, asking);
    try {
      for (let pause = pauses.firstMs; asking.parts.size > 0; pause = this.#nextPause(asking)) {
        if (!asking.isAtOnce) await this.#pause(asking, pause, signal);
        asking.isAtOnce = false;
        signal.throwIfAborted();
        const parts = [...asking.parts];
        const replies = await this.#answers(parts, signal);
        for (const [at, part] of parts.entries()) this.#take(asking, part, replies[at]);
      }
      this.#scopes.delete(key);
    } catch (error) {
      this.#scopes.delete(key);
      for (const { fail } of asking.parts) fail(error);
    }
  }

  async #answers(parts: readonly Part[], signal: AbortSignal): Promise<readonly TaskReply[]> {
    const { session, clock } = this.#ports;
    const tasks = parts.map(({ task }) => task);
    const leftMs = Math.max(...parts.map(({ task, since }) => since + task.withinMs - clock.now()));
    const replies = await answeredWithin((until) => session.ask(tasks, until), { clock, leftMs }, signal);
    return replies ?? parts.map(() => notAsked);
  }

  #nextPause(asking: Asking): Milliseconds {
    const batches = new Set([...asking.parts].map(({ task }) => task.id)).size;
    asking.asked = batches === asking.batches ? asking.asked + 1 : 1;
    asking.batches = batches;
    const asked = [...asking.parts].map(({ last: said }) =>
      said?.state === "unclear" ? (said.retryAfter ?? 0) : 0,
    );
    return Math.max(doubledMs(pauses, asking.asked), ...asked);
  }

  #take(asking: Asking, part: Part, reply: TaskReply | undefined): void {
    const end = this.#endOf(part, reply);
    if (end === undefined) return;
    asking.parts.delete(part);
    part.settle(end);
  }

  #endOf(part: Part, reply: TaskReply | undefined): TaskEnd | undefined {
    const now = this.#ports.clock.now();
    if (reply?.state === "done") return { is: "done", id: reply.id };
    if (reply?.state === "failed") {
      const { state, ...failed } = reply;
      return { is: state, ...failed };
    }
    if (reply?.state === "undone") {
      const { state, ...undone } = reply;
      return { is: state, ...undone };
    }
    if (reply) part.last = reply;
    part.goneSince = reply?.state === "gone" ? (part.goneSince ?? now) : undefined;
    const { withinMs } = part.task;
    if (reply?.state === "gone" && now - (part.goneSince ?? now) >= Math.min(goneMs, withinMs))
      return { is: "gone", detail: reply.detail };
    if (now - part.since < withinMs) return undefined;
    return { is: "late", detail: reply && "detail" in reply ? reply.detail : undefined };
  }

  async #pause({ parts }: Asking, ms: Milliseconds, signal: AbortSignal): Promise<void> {
    const { clock, listener, target } = this.#ports;
    const [first] = parts;
    if (first) listener?.({ type: "waiting", target, reason: "task", ms, address: first.address });
    await clock.wait(ms, signal);
  }
}
