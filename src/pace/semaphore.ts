/** How much is under way at once: a request, or all that one operation sends, holds a place to its end. */

/** A number of places, handed over in the order of asking. */
export class Semaphore {
  #count: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#count = count;
  }

  /** The least of these counts from now on. What is taken beyond it stays taken until it is given back. */
  hold(counts: readonly number[]): void {
    this.#count = Math.min(...counts);
    this.#handOver();
  }

  /** Takes one that is free now. */
  take(): boolean {
    if (this.#taken >= this.#count) return false;
    this.#taken += 1;
    return true;
  }

  /** Waits for one, and has taken it then. False: the signal came first. */
  async reserve(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.take()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const handOver = () => resolve(true);
    const leave = () => {
      if (this.#waiting.delete(handOver)) resolve(false);
    };
    this.#waiting.add(handOver);
    signal?.addEventListener("abort", leave, { once: true });
    const isMine = await promise;
    signal?.removeEventListener("abort", leave);
    return isMine;
  }

  /** One is free again: the longest waiter gets it. */
  giveBack(): void {
    this.#taken -= 1;
    this.#handOver();
  }

  /** The longest waiters get what is free. */
  #handOver(): void {
    for (const next of this.#waiting) {
      if (!this.take()) return;
      this.#waiting.delete(next);
      next();
    }
  }
}
