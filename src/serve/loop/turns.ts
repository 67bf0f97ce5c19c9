/** Limits how many observations run at once, and runs requested ones before scheduled ones. */

/** The order of precedence: requests of people, then merges, then the schedule. */
export type Rank = "asked" | "moved" | "due";

const ranks: readonly Rank[] = ["asked", "moved", "due"];

interface Waiting {
  readonly rank: Rank;
  readonly begin: () => void;
}

/** Limits how many observations run at once. */
export class Turns {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `act` when its turn comes. Rejects with the signal's reason if the signal is aborted first. */
  async take<T>(rank: Rank, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    await this.#place(rank, signal);
    try {
      return await act();
    } finally {
      this.#next();
    }
  }

  #place(rank: Rank, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { rank, begin: resolve };
    this.#waiting.push(waiting);
    const leave = () => {
      const at = this.#waiting.indexOf(waiting);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  #next(): void {
    for (const rank of ranks) {
      const at = this.#waiting.findIndex((one) => one.rank === rank);
      if (at < 0) continue;
      this.#waiting.splice(at, 1)[0]?.begin();
      return;
    }
    this.#free += 1;
  }
}
