/** The pacer: spaces requests so that no server ever receives more than its limit. It waits, but sends nothing. */

import type { Limiter } from "../model/project.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";
import { Bucket, type BucketUse } from "./bucket.ts";
import { type BudgetLimit, knownByAll } from "./budget-limit.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { Departures } from "./departures.ts";
import { Jitter, usualJitter } from "./jitter.ts";
import { LastMinute } from "./last-minute.ts";
import { LongPause } from "./long-pause.ts";
import type { Permit } from "./permit.ts";
import { Queue, type TurnRequest } from "./queue.ts";
import { RecentStarts, type Start } from "./recent-starts.ts";
import type { Semaphore } from "./semaphore.ts";

/** The current use of a budget. */
export interface BudgetUse {
  /** The number of requests per second that the server allows. */
  readonly limit: number;
  /** The number of requests per second that are currently granted: fewer after a 429. */
  readonly rate: number;
  /** The number of requests that were granted in the last minute. */
  readonly lastMinute: number;
  /** The number of requests that wait for their turn. */
  readonly waiting: number;
  /** The remaining time of a pause, during which no request starts. */
  readonly pausedMs: Milliseconds;
}

/** The maximum and the minimum share of the limit that is used (AIMD; see RELIABILITY.md, failure modes). */
const usedShare = 0.985;
const minShare = 0.05;
const cutBy = 0.9;
const climbBy = 0.002;
/**
 * The rate rises slowly between these shares of the rate at which the last 429 came, because other clients use the rest
 * of the limit.
 */
const nearFrom = 0.95;
const nearTo = 1.02;
const climbNear = 0.0002;
const cutsEvery: Milliseconds = 1000;
/** The maximum timer delay that is made up for by sending waiting requests at shorter intervals. */
const madeUp: Milliseconds = 250;
/** A tolerance for fractional clocks: a pause that equals the patience of a request does not count as longer. */
const aMoment: Milliseconds = 1;

/**
 * Starts are spaced evenly at 98.5% of the limit (GCRA with a burst of 1), which suits token buckets and fixed windows.
 * Timer delays of up to a quarter of a second are made up for. In addition, a request starts only one second after the
 * latest possible arrival of the request `limit` places before it. That arrival is the start of the earlier request,
 * plus the time by which it took longer than the quickest request. Therefore even a sliding window of one second never
 * contains more requests than the limit, if delays vary by up to 50 ms; a single stall may be longer. A limit of 4.5
 * means 4 requests in 8/9 of a second, and a limit of 0.5 means 1 request in 2 seconds.
 *
 * If the server's limiter is known, requests follow that limiter instead: a window of so many seconds, or a token
 * bucket. After an idle time, half of the bucket may be sent at once. The other half is reserved for delayed requests,
 * recent use by another run, and other clients. A 429 empties the bucket.
 */
export class Budget {
  /** A circuit breaker that only 429s open. */
  readonly throttleBreaker = new CircuitBreaker();
  #limit: number;
  #limiter: Limiter | undefined;
  readonly #clock: Clock;
  readonly #queue = new Queue<Permit>();
  readonly #recent = new RecentStarts();
  readonly #lastSecond: Milliseconds[] = [];
  readonly #lastMinute = new LastMinute();
  readonly #jitter = new Jitter();
  readonly #departures = new Departures();
  readonly #bucket = new Bucket();
  #share = usedShare;
  /** The share of the limit that was in use when the last 429 came. */
  #refusedAt = Number.POSITIVE_INFINITY;
  #next: Milliseconds = Number.NEGATIVE_INFINITY;
  #pausedUntil: Milliseconds = Number.NEGATIVE_INFINITY;
  #lastCut: Milliseconds = Number.NEGATIVE_INFINITY;
  #running = false;
  #waiting = new AbortController();

  constructor({ requestsPerSecond, limiter, clock }: BudgetLimit & { readonly clock: Clock }) {
    this.#limit = requestsPerSecond;
    this.#limiter = limiter;
    this.#clock = clock;
  }

  /**
   * Waits for a turn: writes before reads, otherwise in order of arrival. Rejects with the signal's reason, or with
   * `LongPause` as soon as the server requests a pause longer than `patience`. A slot of `semaphore` is taken only when
   * the turn comes, and is returned with the reply.
   */
  async acquire(
    what: "write" | "read",
    signal: AbortSignal,
    {
      patience = Number.POSITIVE_INFINITY,
      semaphore,
    }: Partial<Pick<TurnRequest, "patience" | "semaphore">> = {},
  ): Promise<Permit> {
    const turn = this.#queue.join({ what, signal, patience, semaphore });
    if (this.pauseLeft() > patience + aMoment) turn.refuse(new LongPause());
    else if (!this.#running) void this.#serve();
    turn.granted.catch(() => {
      if (!this.#queue.first()) this.#waiting.abort();
    });
    return turn.granted;
  }

  /** Applies the lowest rate of all targets that share the budget, and their limiter if they agree on one. */
  hold(limits: readonly BudgetLimit[]): void {
    const [limit, known] = [this.#limit, this.#limiter];
    this.#limit = Math.min(...limits.map(({ requestsPerSecond }) => requestsPerSecond));
    this.#limiter = knownByAll(limits.map(({ limiter }) => limiter));
    const last = this.#recent.last();
    // If a bucket becomes larger or faster, it gets no tokens for the time before the change.
    if (last && (this.#limiter !== known || this.#limit !== limit))
      this.#next = Math.max(this.#next, last.at + 1000 / this.rate());
  }

  /** Notes that the server answered 429. Everything under this budget pauses, and then continues at a lower rate. */
  throttled(pause: Milliseconds): void {
    const now = this.#clock.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    this.#next = Math.max(this.#next, this.#pausedUntil);
    for (const turn of this.#queue.all()) if (turn.patience < pause) turn.refuse(new LongPause());
    if (now - this.#lastCut < cutsEvery) return;
    this.#lastCut = now;
    this.#refusedAt = this.#share;
    this.#share = Math.max(minShare, this.#share * cutBy);
  }

  /** Returns for how many more milliseconds no request under this budget may start. */
  pauseLeft(): Milliseconds {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** Notes a reply other than 429. The rate recovers a little with each such reply. */
  accepted(): void {
    const part = this.#share / this.#refusedAt;
    const isNear = part > nearFrom && part < nearTo;
    this.#share = Math.min(usedShare, this.#share + (isNear ? climbNear : climbBy));
  }

  /** Returns the current rate, in requests per second. */
  rate(): number {
    return this.#limit * this.#share;
  }

  use(): BudgetUse {
    const lastMinute = this.#lastMinute.count(this.#clock.now());
    const waiting = this.#queue.all().length;
    return { limit: this.#limit, rate: this.rate(), lastMinute, waiting, pausedMs: this.pauseLeft() };
  }

  /** Notes that a request is sent. Returns the number of requests sent in the last second, including this one. */
  leaves(): number {
    const now = this.#clock.now();
    this.#lastSecond.push(now);
    while ((this.#lastSecond[0] ?? now) <= now - 1000) this.#lastSecond.shift();
    return this.#lastSecond.length;
  }

  async #serve(): Promise<void> {
    this.#running = true;
    // Delays since this time are made up for. Idle time before the first waiting request is not.
    let since = this.#clock.now();
    let held: Semaphore | undefined;
    for (let turn = this.#queue.first(); turn; turn = this.#queue.first()) {
      const due = this.#earliest("at");
      const now = this.#clock.now();
      since = Math.max(since, this.#earliest("due"), now - madeUp);
      if (this.#limiter?.is === "tokenBucket")
        since = Math.max(due, now - this.#savedUp(this.#limiter.burst));
      const { semaphore } = turn;
      if (due <= now && (!semaphore || semaphore === held || semaphore.take())) {
        if (semaphore === held) held = undefined;
        this.#queue.leave(turn);
        turn.grant(this.#start(since, semaphore));
        continue;
      }
      // By now another request may be first, or a pause may have begun, so the slot is given back.
      held?.giveBack();
      held = undefined;
      if (due > now) await this.#wait((signal) => this.#clock.wait(due - now, signal));
      else if (semaphore && (await this.#wait((signal) => semaphore.reserve(signal)))) held = semaphore;
    }
    held?.giveBack();
    this.#running = false;
  }

  /** Waits for something. Returns undefined at once if no request is waiting any more. */
  async #wait<T>(wait: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      return await wait(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return undefined;
    }
  }

  /** Starts a request. `due`: the time at which it could have started. */
  #start(due: Milliseconds, semaphore: Semaphore | undefined): Permit {
    const entry: Start = { due, at: this.#clock.now(), took: undefined };
    this.#next = due + 1000 / this.rate();
    this.#recent.add(entry, this.#places());
    this.#lastMinute.add(entry.at);
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) this.#bucket.left(entry.at, this.#bucketUse());
      hasLeft = true;
    };
    return {
      early: () => this.#early(entry),
      left: () => {
        this.#move(entry);
        this.#follow(entry);
        leave();
      },
      departed: () => {
        const turn = entry.at;
        this.#move(entry);
        if (!this.#departures.areEven(entry.at - turn)) this.#follow(entry);
        leave();
      },
      unused: () => {
        semaphore?.giveBack();
        this.#recent.remove(entry);
        if (hasLeft) this.#bucket.returned(this.#bucketUse());
      },
      answered: () => {
        semaphore?.giveBack();
        leave();
        entry.took = this.#clock.now() - entry.at;
        this.#jitter.answered(entry.took);
      },
    };
  }

  /** Returns how long a granted request must still wait because other requests were sent meanwhile. */
  #early(entry: Start): Milliseconds {
    const now = this.#clock.now();
    if (this.#limiter?.is === "tokenBucket") return this.#bucket.opensIn(now, this.#bucketUse());
    return Math.max(0, this.#windowOpens("at", entry) - now);
  }

  #bucketUse(): BucketUse {
    const burst = this.#limiter?.is === "tokenBucket" ? this.#limiter.burst : 0;
    return { interval: 1000 / this.rate(), savedUp: this.#savedUp(burst) };
  }

  /** Counts the request as sent now, instead of at its turn. */
  #move(entry: Start): void {
    entry.at = this.#clock.now();
    entry.due = entry.at;
    this.#recent.remove(entry);
    this.#recent.add(entry, this.#places());
  }

  /** Spaces the next request behind this one, as the rate demands. */
  #follow({ at }: Start): void {
    const { interval, savedUp } = this.#bucketUse();
    this.#next = Math.max(this.#next, at - savedUp + interval);
  }

  /** Returns when the next request may start. `due`: computed as if all earlier requests had started on time. */
  #earliest(by: "at" | "due"): Milliseconds {
    return Math.max(this.#next, this.#pausedUntil, this.#windowOpens(by));
  }

  /**
   * Returns how much idle time a burst may make up for: the tokens of the bucket without its reserve, at the current
   * rate.
   */
  #savedUp(burst: number): Milliseconds {
    const tokens = Math.max(0, burst - 1 - (this.#limit * usualJitter) / 1000) / 2;
    return (tokens * 1000) / this.rate();
  }

  /** Returns the number of requests that the server's window allows. */
  #places(): number {
    const seconds = this.#limiter && "seconds" in this.#limiter ? this.#limiter.seconds : 1;
    return Math.max(1, Math.floor(this.#limit * seconds));
  }

  /** Returns when the request `limit` places before this one has certainly left the server's window. */
  #windowOpens(by: "at" | "due", besides?: Start): Milliseconds {
    if (this.#limiter?.is === "tokenBucket") return Number.NEGATIVE_INFINITY;
    const places = this.#places();
    const oldest = this.#recent.before(places, besides);
    if (!oldest) return Number.NEGATIVE_INFINITY;
    const window = (places * 1000) / this.#limit;
    return oldest[by] + window + this.#jitter.lateness(oldest, this.#clock.now());
  }
}
