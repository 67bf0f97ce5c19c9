/** One at a time: those that share a key wait for each other; the rest go on. */

/** Keeps apart what has the same key. In the order of asking. */
export class Exclusive {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the task once all earlier ones with its key have ended. Without a key: at once. */
  run<T>(key: string | undefined, task: () => Promise<T>): Promise<T> {
    if (key === undefined) return task();
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(key, mine);
    return mine;
  }

  /** Resolves once all earlier ones with this key have ended; until what it gives is called, later ones wait. */
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
