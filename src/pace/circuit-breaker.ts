/** Circuit breakers: after failures in a row, or nothing but 429 for long, nothing is sent for a while. */

import type { Milliseconds } from "../model/reply.ts";

const failuresToOpen = 6;
const openFor: Milliseconds = 30_000;
const patience: Milliseconds = 600_000;

/** Whether an origin, or a budget of it, may be spoken to. Has no clock: its caller gives the time. */
export class CircuitBreaker {
  #failures = 0;
  #throttledSince: Milliseconds | undefined;
  #longestAsked: Milliseconds = 0;
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

  /** An answer came that shows that it works. */
  worked(): void {
    this.#failures = 0;
    this.#throttledSince = undefined;
    this.#longestAsked = 0;
    this.#openUntil = undefined;
  }

  /** No whole answer came, or the server said 5xx. */
  failed(now: Milliseconds): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#openUntil = now + openFor;
  }

  /** It has not answered once, and that took long: asking again would take as long. */
  silent(now: Milliseconds): void {
    this.#openUntil = now + openFor;
  }

  /**
   * The server said 429, and asked for this pause. After ten minutes of nothing else, besides the longest pause that it
   * asked for before, waiting does not help: it opens.
   */
  throttled(now: Milliseconds, asked: Milliseconds): void {
    this.#throttledSince ??= now;
    if (now - this.#throttledSince >= patience + this.#longestAsked) this.#openUntil = now + openFor;
    this.#longestAsked = Math.max(this.#longestAsked, asked);
  }
}

/** The circuits of one wire, by key. */
export class CircuitBreakers {
  readonly #all = new Map<string, CircuitBreaker>();

  /** The circuit of this key: the same one each time. */
  of(key: string): CircuitBreaker {
    const circuit = this.#all.get(key) ?? new CircuitBreaker();
    this.#all.set(key, circuit);
    return circuit;
  }
}
