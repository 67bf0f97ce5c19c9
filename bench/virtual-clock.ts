/** A clock that waits for nobody: time jumps to whatever is due next. */

import type { Clock } from "../src/model/wire.ts";

interface Due {
  readonly at: number;
  readonly wake: () => void;
}

/** Virtual time, from 0. Whoever waits is woken in the order of time; `run` ends when nobody waits any more. */
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

  /** Lets time pass until nothing is due. */
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
