/** One at a time: those that share a key wait for each other; the rest go on. */

/** Runs tasks so that no two with the same key overlap. In the order of asking. */
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
}
