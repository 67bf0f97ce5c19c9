/** How long a command still waits for an unresponsive remote: consecutive git processes share one timeout. */

/** The remaining time in seconds, and when a process last failed to get an answer. */
interface Waited {
  readonly left: number;
  /** The time of the last failure in milliseconds, by the clock `now`. */
  readonly endedAt: number;
}

/** The share of the time that a push may take. The rest is for checking its outcome. */
const pushShare = 2 / 3;

/** After this time (or after the timeout, if that is shorter), a silent remote gets the full timeout again. */
const forgottenSeconds = 30;

/** Keeps the remaining patience for each repository's remote. Does not wait itself. */
export class RemotePatience {
  readonly #now: () => number;
  readonly #waited = new Map<string, Waited>();

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns how many of `seconds` the next process may take. Undefined if none are left: the process must not start.
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

  /** Notes that a process has failed after `took` of `seconds` seconds without an answer. */
  inVain(repository: string, took: number, seconds: number): void {
    const left = (this.#waited.get(repository)?.left ?? seconds) - took;
    this.#waited.set(repository, { left, endedAt: this.#now() });
  }
}
