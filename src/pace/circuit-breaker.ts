/** Circuit breakers: after several failures in a row, or after long throttling, nothing is sent for some time. */

import type { Milliseconds } from "../model/reply.ts";

const failuresToOpen = 6;
const openFor: Milliseconds = 30_000;
const patience: Milliseconds = 600_000;

/** Decides whether requests to an origin or under a budget are allowed. Has no clock: its caller passes the time. */
export class CircuitBreaker {
  #failures = 0;
  #throttledSince: Milliseconds | undefined;
  #longestAsked: Milliseconds = 0;
  #openUntil: Milliseconds | undefined;

  /** True while no request is allowed. */
  isOpen(now: Milliseconds): boolean {
    return this.#openUntil !== undefined && now < this.#openUntil;
  }

  /**
   * Returns true if a request is allowed now. Once the time without requests is over, one request is allowed as a
   * probe.
   */
  allows(now: Milliseconds): boolean {
    if (this.isOpen(now)) return false;
    if (this.#openUntil === undefined) return true;
    this.#openUntil = now + openFor;
    return true;
  }

  /** Notes a reply which shows that the server works. */
  worked(): void {
    this.#failures = 0;
    this.#throttledSince = undefined;
    this.#longestAsked = 0;
    this.#openUntil = undefined;
  }

  /** Notes that there was no complete reply, or a 5xx. */
  failed(now: Milliseconds): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#openUntil = now + openFor;
  }

  /**
   * Notes that the server has never answered and the failure took long. Another attempt would take as long, so the
   * circuit opens.
   */
  silent(now: Milliseconds): void {
    this.#openUntil = now + openFor;
  }

  /**
   * Notes that the server answered 429 and requested this pause. If there have been only 429s for ten minutes plus the
   * longest earlier pause, waiting does not help, so the circuit opens.
   */
  throttled(now: Milliseconds, asked: Milliseconds): void {
    this.#throttledSince ??= now;
    if (now - this.#throttledSince >= patience + this.#longestAsked) this.#openUntil = now + openFor;
    this.#longestAsked = Math.max(this.#longestAsked, asked);
  }
}

/** The circuit breakers of one wire, by key. */
export class CircuitBreakers {
  readonly #all = new Map<string, CircuitBreaker>();

  /** Returns the circuit breaker of this key: the same object each time. */
  of(key: string): CircuitBreaker {
    const circuit = this.#all.get(key) ?? new CircuitBreaker();
    this.#all.set(key, circuit);
    return circuit;
  }
}
