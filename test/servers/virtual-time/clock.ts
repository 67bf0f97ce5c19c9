import type { Clock } from "../../../src/model/wire.ts";
import { calendarStart } from "./calendar.ts";

interface Due {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** The error of a process that was killed. */
export class Killed extends Error {}

/**
 * Whether time may jump. `working`: no, because real work is in progress, for example a process. `unsure`: only after
 * some more turns of the event loop in which no work begins. `quiet`: yes.
 */
type Quietness = "working" | "unsure" | "quiet";

const idleMax = 1000;

/** A deterministic virtual clock. Once everything waits, time jumps to the next due event. */
export class VirtualClock implements Clock {
  #now: number;
  #order = 0;
  #due: Due[] = [];
  #turnsLeft = Number.POSITIVE_INFINITY;

  readonly #quietness: () => Quietness;

  /** `quietness` is called before time jumps, because real work takes no virtual time. */
  constructor(now = 0, quietness: () => Quietness = () => "quiet") {
    this.#now = now;
    this.#quietness = quietness;
  }

  now(): number {
    return this.#now;
  }

  date(): string {
    return new Date(calendarStart + this.#now).toISOString();
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const due: Due = { at: this.#now + Math.max(ms, 0), order: this.#order++, wake: resolve };
      this.#due.push(due);
      signal?.addEventListener("abort", () => {
        this.#due = this.#due.filter((other) => other !== due);
        reject(signal.reason);
      });
    });
  }

  /**
   * Advances time until the promise settles. Rejects if everything waits for something that never happens. Rejects with
   * `Killed` after the allowed number of turns. A turn is the end of one wait, so the process can be killed at any
   * await.
   */
  async run<T>(promise: Promise<T>, turns = Number.POSITIVE_INFINITY): Promise<T> {
    let settled = false;
    let left = turns;
    let idle = 0;
    const done = () => {
      settled = true;
    };
    promise.then(done, done);
    for (;;) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (settled) return promise;
      if (left <= 0 || this.#turnsLeft <= 0) throw new Killed();
      const quietness = this.#quietness();
      // Without this pause, the process would take a processor core from the work that it waits for.
      if (quietness === "working") await new Promise<void>((resolve) => setTimeout(resolve, 1));
      if (quietness !== "quiet") continue;
      const next = this.#earliest();
      if (!next) {
        // While a library is loaded for the first time or computes something, the event loop turns, and virtual time
        // stands still.
        idle += 1;
        if (idle > idleMax / 2) await new Promise<void>((resolve) => setTimeout(resolve, 2));
        if (idle > idleMax)
          throw new Error(`Nothing is due any more at ${this.#now} ms, and the run has not ended.`);
        continue;
      }
      idle = 0;
      left -= 1;
      this.#turnsLeft -= 1;
      this.#due = this.#due.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }

  /** Kills the current or next process after this many turns from now. */
  killAfter(turns: number): void {
    this.#turnsLeft = turns;
  }

  #earliest(): Due | undefined {
    return this.#due.reduce<Due | undefined>(
      (first, one) =>
        first && (first.at < one.at || (first.at === one.at && first.order < one.order)) ? first : one,
      undefined,
    );
  }
}

/** Returns a generator of numbers in [0, 1), always the same for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
