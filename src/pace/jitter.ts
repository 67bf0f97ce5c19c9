/** Jitter of requests: how much later than the quickest one may arrive, by how long its answer took. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * What counts of a delay. An answer that took longer than this more than the quickest, and twice as long as nine in
 * ten, may have arrived late: it counts whole. A little over 50 ms, against rounding.
 */
export const usualJitter: Milliseconds = 50.1;
const maxJitter: Milliseconds = 1000;
/** The quickest way that was seen may not be the quickest there is. */
const margin: Milliseconds = 10;
/** Of so few answers none may have been quick both ways: unless all took about as long, any usual jitter is feared. */
const fewAnswers = 64;
/** How many of the last answers tell how much they differ: even where half of all are late, some of them are not. */
const lastAnswers = 20;

/** A request that has left. */
export interface SentRequest {
  readonly at: Milliseconds;
  /** Undefined: it has no answer yet. */
  readonly took: Milliseconds | undefined;
}

/** Learns from each answer. */
export class Jitter {
  /** How long the last answers took. */
  readonly #took: Milliseconds[] = [];
  #answers = 0;
  #quickest: Milliseconds = Number.POSITIVE_INFINITY;

  answered(took: Milliseconds): void {
    this.#answers += 1;
    this.#quickest = Math.min(this.#quickest, took);
    this.#took.push(took);
    if (this.#took.length > lastAnswers) this.#took.shift();
  }

  /** How much later than its start, and the quickest way up, a request may have arrived. */
  lateness({ at, took }: SentRequest, now: Milliseconds): Milliseconds {
    if (took !== undefined) return this.#latenessOf(took);
    const since = now - at;
    // How much longer than others it will have taken is unknown.
    return Math.max(this.#latenessOf(since), Math.min(since, usualJitter));
  }

  #latenessOf(took: Milliseconds): Milliseconds {
    // It arrived before it was answered; until the way is known, nothing less is certain.
    if (this.#took.length < 10) return Math.min(took, maxJitter);
    const late = Math.max(took - this.#quickest, 0);
    const most = this.#hasStalled(took) ? maxJitter : usualJitter;
    return Math.min(took, late + this.#unsure(), most);
  }

  #hasStalled(took: Milliseconds): boolean {
    const usual = this.#took.toSorted((a, b) => a - b)[Math.floor(this.#took.length * 0.9)] ?? 0;
    return took - this.#quickest > usualJitter && took > 2 * usual;
  }

  /** How much quicker a way may be than the quickest that was seen. */
  #unsure(): Milliseconds {
    if (this.#answers >= fewAnswers) return margin;
    if (this.#answers < lastAnswers) return usualJitter;
    return margin + Math.max(...this.#took) - this.#quickest;
  }
}
