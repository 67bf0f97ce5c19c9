/** Network jitter: how much later than the quickest request one may have arrived, judging by its response time. */

import type { Milliseconds } from "../model/reply.ts";

/**
 * The delay normally considered. A reply that took longer than this plus the quickest, and twice as long as the 90th
 * percentile, may mean late arrival: its delay counts fully. Slightly over 50 ms, against rounding.
 */
export const usualJitter: Milliseconds = 50.1;
const maxJitter: Milliseconds = 1000;
/** The true minimum may be below the quickest observed. */
const margin: Milliseconds = 10;
/**
 * With fewer replies, possibly none was quick in both directions: unless all took about as long, the full usual jitter
 * is assumed.
 */
const fewAnswers = 64;
/** How many recent replies determine the spread: even if half of all are late, some of them are not. */
const lastAnswers = 20;

/** A request that has left. */
export interface SentRequest {
  readonly at: Milliseconds;
  /** Undefined: no reply yet. */
  readonly took: Milliseconds | undefined;
}

/** Learns from each reply. */
export class Jitter {
  /** The durations of recent replies. */
  readonly #took: Milliseconds[] = [];
  #answers = 0;
  #quickest: Milliseconds = Number.POSITIVE_INFINITY;

  answered(took: Milliseconds): void {
    this.#answers += 1;
    this.#quickest = Math.min(this.#quickest, took);
    this.#took.push(took);
    if (this.#took.length > lastAnswers) this.#took.shift();
  }

  /** How much later than its start plus the quickest way there a request may have arrived. */
  lateness({ at, took }: SentRequest, now: Milliseconds): Milliseconds {
    if (took !== undefined) return this.#latenessOf(took);
    const since = now - at;
    // How much longer than others it will take is unknown.
    return Math.max(this.#latenessOf(since), Math.min(since, usualJitter));
  }

  #latenessOf(took: Milliseconds): Milliseconds {
    // It arrived before its reply; until the network time is known, nothing smaller is certain.
    if (this.#took.length < 10) return Math.min(took, maxJitter);
    const late = Math.max(took - this.#quickest, 0);
    const most = this.#hasStalled(took) ? maxJitter : usualJitter;
    return Math.min(took, late + this.#unsure(), most);
  }

  #hasStalled(took: Milliseconds): boolean {
    const usual = this.#took.toSorted((a, b) => a - b)[Math.floor(this.#took.length * 0.9)] ?? 0;
    return took - this.#quickest > usualJitter && took > 2 * usual;
  }

  /** How much below the quickest observed the true minimum may be. */
  #unsure(): Milliseconds {
    if (this.#answers >= fewAnswers) return margin;
    if (this.#answers < lastAnswers) return usualJitter;
    return margin + Math.max(...this.#took) - this.#quickest;
  }
}
