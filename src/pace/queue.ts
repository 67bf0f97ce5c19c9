/** The queue for permits: writes before reads, else first come, first served. */

import type { Milliseconds } from "../model/reply.ts";
import type { Semaphore } from "./semaphore.ts";

/** Who joins the line. */
export interface TurnRequest {
  readonly what: "write" | "read";
  readonly signal: AbortSignal;
  /** A pause that is longer is not waited for. */
  readonly patience: Milliseconds;
  /** A place of it is taken when its turn has come. Absent: it needs none. */
  readonly semaphore?: Semaphore | undefined;
}

/** A place in the line. */
export interface Turn<T> {
  /** Resolves with what is granted when it is this one's turn; rejects when its signal is aborted first. */
  readonly granted: Promise<T>;
  grant(what: T): void;
  /** Leaves the line; `granted` rejects with this. */
  refuse(why: Error): void;
  readonly patience: Milliseconds;
  readonly semaphore: Semaphore | undefined;
}

/** The line. */
export class Queue<T> {
  readonly #writes = new Set<Turn<T>>();
  readonly #reads = new Set<Turn<T>>();

  /** Joins the line; leaves it when the signal is aborted. */
  join({ what, signal, patience, semaphore }: TurnRequest): Turn<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const refuse = (why: Error) => {
      this.leave(turn);
      reject(why);
    };
    const turn: Turn<T> = { granted: promise, grant: resolve, refuse, patience, semaphore };
    if (signal.aborted) {
      reject(signal.reason);
      return turn;
    }
    const leave = () => {
      this.leave(turn);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    const forget = () => signal.removeEventListener("abort", leave);
    promise.then(forget, forget);
    (what === "write" ? this.#writes : this.#reads).add(turn);
    return turn;
  }

  /** Whose turn is next. */
  first(): Turn<T> | undefined {
    const [write] = this.#writes;
    const [read] = this.#reads;
    return write ?? read;
  }

  /** Everyone in the line. */
  all(): readonly Turn<T>[] {
    return [...this.#writes, ...this.#reads];
  }

  /** Takes one out of the line. */
  leave(turn: Turn<T>): void {
    this.#writes.delete(turn);
    this.#reads.delete(turn);
  }
}
