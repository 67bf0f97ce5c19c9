/** Concurrency primitives: a counting semaphore, and mutual exclusion by key. */

import { onAbort } from "../model/abort.ts";

/** A counting semaphore that grants slots in order of request. */
export class Semaphore {
  #count: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#count = count;
  }

  /**
   * Applies the smallest of these counts from now on. If more slots are taken, they stay taken until they are returned.
   */
  hold(counts: readonly number[]): void {
    this.#count = Math.min(...counts);
    this.#handOver();
  }

  /** The number of slots that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot if one is free now. */
  take(): boolean {
    if (this.#taken >= this.#count) return false;
    this.#taken += 1;
    return true;
  }

  /** Waits for a slot and takes it. Resolves to false if the signal is aborted before. */
  async reserve(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.take()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const handOver = () => resolve(true);
    const leave = () => {
      if (this.#waiting.delete(handOver)) resolve(false);
    };
    this.#waiting.add(handOver);
    const forget = signal && onAbort(signal, leave);
    const isMine = await promise;
    forget?.();
    return isMine;
  }

  /** Returns a slot. The operation that has waited longest gets it. */
  giveBack(): void {
    this.#taken -= 1;
    this.#handOver();
  }

  /** Gives free slots to the operations that have waited longest. */
  #handOver(): void {
    for (const next of this.#waiting) {
      if (!this.take()) return;
      this.#waiting.delete(next);
      next();
    }
  }
}

/** Mutual exclusion by key, in order of request. */
export class Exclusive {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the task once all earlier tasks with its key have ended. A task without a key runs at once. */
  run<T>(key: string | undefined, task: () => Promise<T>): Promise<T> {
    if (key === undefined) return task();
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(key, mine);
    return mine;
  }

  /**
   * Resolves once all earlier tasks with this key have ended. Later tasks with this key wait until the returned
   * function is called.
   */
  acquire(key: string | undefined): Promise<() => void> {
    const { promise: ended, resolve: release } = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<() => void>();
    void this.run(key, async () => {
      resolve(release);
      if (key !== undefined) await ended;
    });
    return promise;
  }
}
