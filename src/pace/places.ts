/** How much of a whole target is in flight at once: a request holds a place until it is answered. */

/** A number of places, handed over in the order of asking. */
export class Places {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes one that is free now. */
  take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for one, and has taken it then. False: the signal came first. */
  async reserve(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.take()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const handOver = () => resolve(true);
    const leave = () => {
      if (this.#waiting.delete(handOver)) resolve(false);
    };
    this.#waiting.add(handOver);
    signal.addEventListener("abort", leave, { once: true });
    const isMine = await promise;
    signal.removeEventListener("abort", leave);
    return isMine;
  }

  /** One is free again: the longest waiter gets it. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
