/** A virtual clock: time jumps to the next due event. */

import type { Clock } from "../src/model/wire.ts";

interface Due {
  readonly at: number;
  readonly order: number;
  wake: (() => void) | undefined;
}

/** How often the clock waits for real work, which takes no virtual time, before a run counts as stuck. */
const idleMax = 5000;

/** Virtual time, from 0. Waits end in time order; `run` ends when nothing waits any more. */
export class VirtualClock implements Clock {
  #now = 0;
  #order = 0;
  /** A heap, whose first element is due next. */
  readonly #due: Due[] = [];

  now(): number {
    return this.#now;
  }

  date(): string {
    return new Date(this.#now).toISOString();
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const due: Due = { at: this.#now + Math.max(ms, 0), order: this.#order++, wake: resolve };
      push(this.#due, due);
      if (!signal) return;
      const stop = () => {
        due.wake = undefined;
        reject(signal.reason);
      };
      due.wake = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** Advances time until nothing is due. */
  async run(): Promise<void> {
    do await turn();
    while (this.#step());
  }

  /** Advances time until the promise settles. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    promise.then(settled, settled);
    for (let idle = 0; idle < idleMax; ) {
      await turn();
      if (isSettled) return promise;
      if (this.#step()) idle = 0;
      else {
        idle += 1;
        await new Promise((done) => setTimeout(done, 1));
      }
    }
    throw new Error(`nothing is due any more at ${this.#now} ms, and the run has not ended`);
  }

  /** Advances to the wait that is due next, and ends it; returns false if nothing is due. */
  #step(): boolean {
    for (;;) {
      const next = pop(this.#due);
      if (!next) return false;
      if (!next.wake) continue;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      return true;
    }
  }
}

/** Lets everything run that can run without time passing. */
function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Due[], due: Due): void {
  let at = heap.push(due) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(due, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = due;
}

function pop(heap: Due[]): Due | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = left !== undefined && right !== undefined && isBefore(right, left);
    const least = isRight ? right : left;
    if (!least || !isBefore(least, last)) break;
    heap[at] = least;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = last;
  return first;
}
