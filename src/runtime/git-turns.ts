/**
 * Limits the number of concurrent git processes. A process that waits for a silent remote does not take a turn from
 * others.
 */

/** The limits for calls of git. */
export interface GitTurnBounds {
  /** The maximum number of active calls. */
  readonly most: number;
  /** The maximum number of further calls, each of which has waited for its remote for at least `lateMs`. */
  readonly mostLate: number;
  readonly lateMs: number;
}

/** Grants turns for running git. Calls to a remote never block local ones. */
export class GitTurns {
  readonly #bounds: GitTurnBounds;
  readonly #local: Lane;
  readonly #remote: Lane;
  #late = 0;

  constructor(bounds: GitTurnBounds) {
    this.#bounds = bounds;
    this.#local = new Lane(bounds.most);
    this.#remote = new Lane(bounds.most);
  }

  /** Runs a local call when it is its turn. */
  local<T>(run: () => Promise<T>): Promise<T> {
    return this.#local.take().then(() => run().finally(() => this.#local.give()));
  }

  /** Runs a call to a remote when it is its turn. */
  async remote<T>(run: () => Promise<T>): Promise<T> {
    const { mostLate, lateMs } = this.#bounds;
    await this.#remote.take();
    let isLate = false;
    const timer = setInterval(() => {
      if (this.#late >= mostLate) return;
      clearInterval(timer);
      isLate = true;
      this.#late += 1;
      this.#remote.give();
    }, lateMs);
    try {
      return await run();
    } finally {
      clearInterval(timer);
      if (isLate) this.#late -= 1;
      else this.#remote.give();
    }
  }
}

class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  take(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
