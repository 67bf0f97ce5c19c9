/**
 * Estimates network jitter from response times: how much later than the quickest request another request may have
 * arrived.
 */

import type { Milliseconds } from "../model/reply.ts";

/**
 * The delay that is normally assumed: 50 ms, and a little more to allow for rounding. A request may have arrived later
 * if its reply took longer than the quickest reply plus this delay, and twice as long as the 90th percentile. The whole
 * delay of such a request counts.
 */
export const usualJitter: Milliseconds = 50.1;
const maxJitter: Milliseconds = 1000;
/** A margin, because the true minimum may be below the quickest time observed. */
const margin: Milliseconds = 10;
/**
 * The number of replies that are needed to trust the quickest time. Among fewer replies, possibly none was quick in
 * both directions. The full usual jitter is then assumed, unless all replies took about the same time.
 */
const fewAnswers = 64;
/**
 * The number of recent replies that determine the spread. Among so many, some are in time even if half of all replies
 * are late.
 */
const lastAnswers = 20;

/** A request that was sent. */
export interface SentRequest {
  readonly at: Milliseconds;
  /** The time until its reply; undefined if there is none yet. */
  readonly took: Milliseconds | undefined;
}

/** Learns the network's jitter from each reply. */
export class Jitter {
  /** The response times of recent replies. */
  readonly #took: Milliseconds[] = [];
  #answers = 0;
  #quickest: Milliseconds = Number.POSITIVE_INFINITY;

  answered(took: Milliseconds): void {
    this.#answers += 1;
    this.#quickest = Math.min(this.#quickest, took);
    this.#took.push(took);
    if (this.#took.length > lastAnswers) this.#took.shift();
  }

  /** Returns by how much a request may have arrived later than its start plus the quickest time to the server. */
  lateness({ at, took }: SentRequest, now: Milliseconds): Milliseconds {
    if (took !== undefined) return this.#latenessOf(took);
    const since = now - at;
    // It is not known yet how much longer this request will take than others.
    return Math.max(this.#latenessOf(since), Math.min(since, usualJitter));
  }

  #latenessOf(took: Milliseconds): Milliseconds {
    // A request arrives before its reply. Until the network time is known, no smaller bound is certain.
    if (this.#took.length < 10) return Math.min(took, maxJitter);
    const late = Math.max(took - this.#quickest, 0);
    const most = this.#hasStalled(took) ? maxJitter : usualJitter;
    return Math.min(took, late + this.#unsure(), most);
  }

  #hasStalled(took: Milliseconds): boolean {
    const usual = this.#took.toSorted((a, b) => a - b)[Math.floor(this.#took.length * 0.9)] ?? 0;
    return took - this.#quickest > usualJitter && took > 2 * usual;
  }

  /** Returns by how much the true minimum may be below the quickest time observed. */
  #unsure(): Milliseconds {
    if (this.#answers >= fewAnswers) return margin;
    if (this.#answers < lastAnswers) return usualJitter;
    return margin + Math.max(...this.#took) - this.#quickest;
  }
}
