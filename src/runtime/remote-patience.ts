/**
 * Decides how long a command still waits for a remote that does not answer. Consecutive git processes share one
 * timeout.
 */

/** What is left of the timeout after a process failed to get an answer. */
interface Waited {
  readonly left: number;
  /** The time of the last failure in milliseconds, by the clock `now`. */
  readonly endedAt: number;
}

/** The share of the remaining time that a push may take. The rest is for checking the push's outcome. */
const pushShare = 2 / 3;

/**
 * After this time without a call, a silent remote gets the full timeout again. If the timeout is shorter, it counts
 * instead.
 */
const forgottenSeconds = 30;

/** Keeps the remaining time for the remote of each repository. Does not wait itself. */
export class RemotePatience {
  readonly #now: () => number;
  readonly #waited = new Map<string, Waited>();

  /** `now` returns the monotonic time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns how many of `seconds` the next process may take. Undefined: no time is left, so the process must not start.
   */
  next(repository: string, seconds: number, asks: "push" | "other"): number | undefined {
    const waited = this.#waited.get(repository);
    const isOver = waited && this.#now() - waited.endedAt >= Math.min(seconds, forgottenSeconds) * 1000;
    if (isOver) this.#waited.delete(repository);
    const left = isOver ? seconds : Math.min(waited?.left ?? seconds, seconds);
    if (left < seconds / 100) return undefined;
    return asks === "push" ? left * pushShare : left;
  }

  /** Notes that the remote has answered. */
  answered(repository: string): void {
    this.#waited.delete(repository);
  }

  /** Notes that a process got no answer. It took `took` of the timeout of `seconds` seconds. */
  inVain(repository: string, took: number, seconds: number): void {
    const left = (this.#waited.get(repository)?.left ?? seconds) - took;
    this.#waited.set(repository, { left, endedAt: this.#now() });
  }
}
