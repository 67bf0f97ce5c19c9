/** The pacer: lets requests start so that no server ever sees more than its limit. It waits; it sends nothing. */

import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";
import { LongPause } from "./long-pause.ts";
import { Queue } from "./queue.ts";

/** One rate limit and the clock it is kept by. */
export interface BudgetOptions {
  /** What the server allows. Over 0; below 1 is fine. */
  readonly requestsPerSecond: number;
  readonly clock: Clock;
}

/** A request that was let go. Tell it when its answer is there: that is how jitter is measured. */
export interface Permit {
  /** It leaves only now: something had to be done first. */
  left(): void;
  answered(): void;
  /** It was not sent after all. */
  unused(): void;
}

/** The part of the limit that is used, and how it moves after a 429 (AIMD, see failure modes in RELIABILITY.md). */
const usedShare = 0.975;
const minShare = 0.05;
const cutBy = 0.9;
const climbBy = 0.002;
const cutsEvery: Milliseconds = 1000;
/** So much of what a timer came too late is made up for: those who waited for it follow each other more closely. */
const madeUp: Milliseconds = 250;
/**
 * What counts of a delay. An answer that took longer than this more than the quickest, and twice as long as nine in
 * ten, may have arrived late: it counts whole. A little over 50 ms, against rounding.
 */
const usualJitter: Milliseconds = 50.1;
const maxJitter: Milliseconds = 1000;
/** The quickest way that was seen may not be the quickest there is, least of all after few answers. */
const margin: Milliseconds = 10;
const fewAnswers = 64;

/**
 * Starts are spaced evenly at 97.5% of the limit (GCRA with a burst of 1), which suits token buckets and fixed windows;
 * what a timer came too late, by at most a quarter of a second, is not lost to those who waited for it. Besides, a
 * request starts only when one second has passed since the request `limit` places before it can have arrived: its
 * start, and how much longer than the quickest it was under way. So even a sliding window of one second sees no more
 * than the limit, whatever the delay on the way up to 50 ms; a single stall may be longer.
 * A limit of 4.5 is 4 in 8/9 of a second, one of 0.5 is 1 in 2 seconds.
 */
export class Budget {
  #limit: number;
  readonly #clock: Clock;
  readonly #queue = new Queue<Permit>();
  readonly #recent: { start: Milliseconds; took: Milliseconds | undefined }[] = [];
  /** How long the last 20 answers took. */
  readonly #took: Milliseconds[] = [];
  #share = usedShare;
  #answers = 0;
  #quickest: Milliseconds = Number.POSITIVE_INFINITY;
  #next: Milliseconds = Number.NEGATIVE_INFINITY;
  #pausedUntil: Milliseconds = Number.NEGATIVE_INFINITY;
  #lastCut: Milliseconds = Number.NEGATIVE_INFINITY;
  #running = false;
  #waiting = new AbortController();

  constructor({ requestsPerSecond, clock }: BudgetOptions) {
    this.#limit = requestsPerSecond;
    this.#clock = clock;
  }

  /**
   * Waits for a turn; writes go before reads, else first come, first served. Rejects with the signal's reason, and with
   * `LongPause` as soon as the server wants a pause of more than `patience`.
   */
  async acquire(
    what: "write" | "read",
    signal: AbortSignal,
    patience: Milliseconds = Number.POSITIVE_INFINITY,
  ): Promise<Permit> {
    const turn = this.#queue.join(what, signal, patience);
    if (this.pauseLeft() > patience) turn.refuse(new LongPause());
    else if (!this.#running) void this.#serve();
    turn.granted.catch(() => {
      if (!this.#queue.first()) this.#waiting.abort();
    });
    return turn.granted;
  }

  /** Another target draws on the same limit, and allows this much: the least counts. */
  limitTo(requestsPerSecond: number): void {
    this.#limit = Math.min(this.#limit, requestsPerSecond);
  }

  /** The server said 429: everything under this budget pauses, then goes on at a lower rate. */
  throttled(pause: Milliseconds): void {
    const now = this.#clock.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    for (const turn of this.#queue.all()) if (turn.patience < pause) turn.refuse(new LongPause());
    if (now - this.#lastCut < cutsEvery) return;
    this.#lastCut = now;
    this.#share = Math.max(minShare, this.#share * cutBy);
  }

  /** How long nothing under this budget may start. */
  pauseLeft(): Milliseconds {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** An answer that was no 429: the rate climbs back, a little with each. */
  accepted(): void {
    this.#share = Math.min(usedShare, this.#share + climbBy);
  }

  /** The rate at this moment, in requests a second. */
  rate(): number {
    return this.#limit * this.#share;
  }

  async #serve(): Promise<void> {
    this.#running = true;
    // An idle time is nobody's to make up for: only from the first turn on somebody has waited.
    let since = this.#clock.now();
    for (let turn = this.#queue.first(); turn; turn = this.#queue.first()) {
      const due = this.#earliest();
      const now = this.#clock.now();
      since = Math.max(since, due, now - madeUp);
      if (due > now) await this.#wait(due - now);
      else {
        this.#queue.leave(turn);
        turn.grant(this.#start(since));
      }
    }
    this.#running = false;
  }

  /** Ends at once when nobody is left to wait for. */
  async #wait(delay: Milliseconds): Promise<void> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      await this.#clock.wait(delay, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** `due`: when it could have started. */
  #start(due: Milliseconds): Permit {
    const start = this.#clock.now();
    const entry: { start: Milliseconds; took: Milliseconds | undefined } = { start, took: undefined };
    this.#next = due + 1000 / this.rate();
    this.#recent.push(entry);
    while (this.#recent.length > this.#places()) this.#recent.shift();
    return {
      left: () => {
        entry.start = this.#clock.now();
        this.#next = Math.max(this.#next, entry.start + 1000 / this.rate());
      },
      unused: () => {
        const place = this.#recent.indexOf(entry);
        if (place >= 0) this.#recent.splice(place, 1);
      },
      answered: () => {
        entry.took = this.#clock.now() - entry.start;
        this.#answers += 1;
        this.#quickest = Math.min(this.#quickest, entry.took);
        this.#took.push(entry.took);
        if (this.#took.length > 20) this.#took.shift();
      },
    };
  }

  #earliest(): Milliseconds {
    return Math.max(this.#next, this.#pausedUntil, this.#windowOpens());
  }

  /** How many requests the server's window holds. */
  #places(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** When the request `limit` places back is certainly out of the server's window. */
  #windowOpens(): Milliseconds {
    const places = this.#places();
    const oldest = this.#recent.at(-places);
    if (!oldest) return Number.NEGATIVE_INFINITY;
    const window = (places * 1000) / this.#limit;
    return oldest.start + window + this.#lateness(oldest.took ?? this.#clock.now() - oldest.start);
  }

  /** How much later than its start, and the quickest way up, a request may have arrived. */
  #lateness(took: Milliseconds): Milliseconds {
    // Until the way is known, all of the time counts.
    if (this.#took.length < 10) return Math.min(took + margin, maxJitter);
    const late = Math.max(took - this.#quickest, 0);
    const usual = this.#took.toSorted((a, b) => a - b)[Math.floor(this.#took.length * 0.9)] ?? 0;
    const stalled = late > usualJitter && took > 2 * usual;
    const unsure = this.#answers < fewAnswers ? usualJitter : margin;
    return Math.min(late + unsure, stalled ? maxJitter : usualJitter);
  }
}
