/** How long a command still waits for a remote that does not reply: one time for all git processes in a row. */

/** What is left of it, in seconds, and when a process last waited in vain. */
interface Waited {
  readonly left: number;
  /** Milliseconds of the same clock as `now`. */
  readonly endedAt: number;
}

/** A push leaves this share of the time to the look for its outcome. */
const pushShare = 2 / 3;

/** A remote that was silent so long ago may be asked as if nothing had been. At most: a shorter time is as long. */
const forgottenSeconds = 30;

/** What is known of each repository's remote. It does not wait itself. */
export class RemotePatience {
  readonly #now: () => number;
  readonly #waited = new Map<string, Waited>();

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * How many seconds the next process may take, of `seconds` in all; undefined: none are left, so that none is to be
   * started.
   */
  next(repository: string, seconds: number, asks: "push" | "other"): number | undefined {
    const waited = this.#waited.get(repository);
    const isOver = waited && this.#now() - waited.endedAt >= Math.min(seconds, forgottenSeconds) * 1000;
    if (isOver) this.#waited.delete(repository);
    const left = isOver ? seconds : Math.min(waited?.left ?? seconds, seconds);
    if (left < seconds / 100) return undefined;
    return asks === "push" ? left * pushShare : left;
  }

  /** The remote has done what it was asked for. */
  answered(repository: string): void {
    this.#waited.delete(repository);
  }

  /** A process that took so many seconds, of `seconds` in all, has ended without what it asked for. */
  inVain(repository: string, took: number, seconds: number): void {
    const left = (this.#waited.get(repository)?.left ?? seconds) - took;
    this.#waited.set(repository, { left, endedAt: this.#now() });
  }
}
