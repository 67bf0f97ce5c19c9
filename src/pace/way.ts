/** The way to a server: how much later than the quickest a request may arrive, by how long its answer took. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * What counts of a delay. An answer that took longer than this more than the quickest, and twice as long as nine in
 * ten, may have arrived late: it counts whole. A little over 50 ms, against rounding.
 */
export const usualJitter: Milliseconds = 50.1;
const maxJitter: Milliseconds = 1000;
/** The quickest way that was seen may not be the quickest there is, least of all after few answers. */
const margin: Milliseconds = 10;
const fewAnswers = 64;

/** Learns from each answer. */
export class Way {
  /** How long the last 20 answers took. */
  readonly #took: Milliseconds[] = [];
  #answers = 0;
  #quickest: Milliseconds = Number.POSITIVE_INFINITY;

  /** An answer is there. */
  answered(took: Milliseconds): void {
    this.#answers += 1;
    this.#quickest = Math.min(this.#quickest, took);
    this.#took.push(took);
    if (this.#took.length > 20) this.#took.shift();
  }

  /** How much later than its start, and the quickest way up, a request may have arrived that took so long. */
  lateness(took: Milliseconds): Milliseconds {
    // Until the way is known, all of the time counts.
    if (this.#took.length < 10) return Math.min(took + margin, maxJitter);
    const late = Math.max(took - this.#quickest, 0);
    const usual = this.#took.toSorted((a, b) => a - b)[Math.floor(this.#took.length * 0.9)] ?? 0;
    const stalled = late > usualJitter && took > 2 * usual;
    const unsure = this.#answers < fewAnswers ? usualJitter : margin;
    return Math.min(late + unsure, stalled ? maxJitter : usualJitter);
  }
}
