/** A virtual clock: time jumps to the next due event. */

import type { Clock } from "../src/model/wire.ts";

interface Due {
  readonly at: number;
  readonly wake: () => void;
}

/** Virtual time, from 0. Waits end in time order; `run` ends when nothing waits any more. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #due: Due[] = [];

  now(): number {
    return this.#now;
  }

  date(): string {
    return new Date(this.#now).toISOString();
  }

  wait(ms: number): Promise<void> {
    return new Promise((wake) => this.#due.push({ at: this.#now + Math.max(ms, 0), wake }));
  }

  /** Advances time until nothing is due. */
  async run(): Promise<void> {
    for (;;) {
      await new Promise<void>((done) => setImmediate(done));
      const next = this.#due.reduce<Due | undefined>(
        (first, one) => (first && first.at <= one.at ? first : one),
        undefined,
      );
      if (!next) return;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
