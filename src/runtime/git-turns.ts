/** How many git processes run at once: a few, of which those that wait for a silent remote make room for others. */

/** How many there may be. */
export interface GitTurnBounds {
  /** At work at once. */
  readonly most: number;
  /** Besides, those that have waited for their remote for `lateMs`. */
  readonly mostLate: number;
  readonly lateMs: number;
}

/** Turns at running git. Those that ask a remote keep none from running that does not. */
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

  /** Runs something that ends without asking anybody, once it is its turn. */
  local<T>(run: () => Promise<T>): Promise<T> {
    return this.#local.take().then(() => run().finally(() => this.#local.give()));
  }

  /** Runs something that asks a remote, once it is its turn. */
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
