/**
 * Mutual exclusion of writes. A lock is held during the request, and then by the resulting task until the task ends.
 */

import type { Exclusive } from "../../pace/semaphore.ts";

/** A request sent under a lock. */
interface Locked<T> {
  /** The key of the lock; undefined if no lock is needed. */
  readonly key: string | undefined;
  send(): Promise<T>;
  /** Returns the id of the task that the request started, if any. */
  taskOf(reply: T): string | undefined;
}

/** The locks of one target's batches. */
export class Locks {
  readonly #exclusive: Exclusive;
  readonly #held = new Map<string, () => void>();

  constructor(exclusive: Exclusive) {
    this.#exclusive = exclusive;
  }

  /** Sends the request once the lock is free. */
  async run<T>({ key, send, taskOf }: Locked<T>): Promise<T> {
    if (key === undefined) return send();
    const release = await this.#exclusive.acquire(key);
    let task: string | undefined;
    try {
      const reply = await send();
      task = taskOf(reply);
      return reply;
    } finally {
      if (task === undefined) release();
      else this.#held.set(task, release);
    }
  }

  /** Notes that the task has ended or timed out, and releases its lock. */
  ended(task: string): void {
    this.#held.get(task)?.();
    this.#held.delete(task);
  }
}
