/** The queue for permits: writes before reads, otherwise in order of arrival. */

import { onAbort } from "../model/abort.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { Semaphore } from "./semaphore.ts";

/** A request to join the queue. */
export interface TurnRequest {
  readonly what: "write" | "read";
  readonly signal: AbortSignal;
  /** The longest pause for which the request will wait. */
  readonly patience: Milliseconds;
  /** The semaphore from which the request takes a slot when its turn comes. Absent: the request needs no slot. */
  readonly semaphore?: Semaphore | undefined;
}

/** A position in the queue. */
export interface Turn<T> {
  /** Resolves to the permit when the turn comes. Rejects if the signal is aborted before. */
  readonly granted: Promise<T>;
  grant(what: T): void;
  /** Leaves the queue. `granted` then rejects with this error. */
  refuse(why: Error): void;
  readonly patience: Milliseconds;
  readonly semaphore: Semaphore | undefined;
}

/** The queue. */
export class Queue<T> {
  readonly #writes = new Set<Turn<T>>();
  readonly #reads = new Set<Turn<T>>();

  /** Joins the queue. The turn leaves the queue if the signal is aborted. */
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
    const forget = onAbort(signal, () => {
      this.leave(turn);
      reject(signal.reason);
    });
    promise.then(forget, forget);
    (what === "write" ? this.#writes : this.#reads).add(turn);
    return turn;
  }

  /** Returns the next turn. Undefined: the queue is empty. */
  first(): Turn<T> | undefined {
    const [write] = this.#writes;
    const [read] = this.#reads;
    return write ?? read;
  }

  /** Returns all turns in the queue. */
  all(): readonly Turn<T>[] {
    return [...this.#writes, ...this.#reads];
  }

  /** Removes a turn from the queue. */
  leave(turn: Turn<T>): void {
    this.#writes.delete(turn);
    this.#reads.delete(turn);
  }
}
