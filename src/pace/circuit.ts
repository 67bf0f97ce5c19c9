/** A circuit for each origin: after failures in a row nothing is sent for a while, then one request tries. */

import type { Milliseconds } from "../model/reply.ts";

const failuresToOpen = 6;
const openFor: Milliseconds = 30_000;

/** Whether an origin may be spoken to. Knows no time of its own: it is told. */
export class Circuit {
  #failures = 0;
  #openUntil: Milliseconds | undefined;

  /** True while nothing may go. */
  isOpen(now: Milliseconds): boolean {
    return this.#openUntil !== undefined && now < this.#openUntil;
  }

  /** True when a request may go now. Once the time is over, one request is let through to try. */
  allows(now: Milliseconds): boolean {
    if (this.isOpen(now)) return false;
    if (this.#openUntil === undefined) return true;
    this.#openUntil = now + openFor;
    return true;
  }

  /** An answer came, whatever it said. */
  worked(): void {
    this.#failures = 0;
    this.#openUntil = undefined;
  }

  /** No whole answer came, or the server said 5xx. */
  failed(now: Milliseconds): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#openUntil = now + openFor;
  }
}
