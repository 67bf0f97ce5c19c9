/** Adapts the number of requests in flight to what the rate and the latency require, as long as throughput improves. */

import type { Milliseconds } from "../model/reply.ts";
import type { WireReply } from "../model/wire.ts";
import { Semaphore } from "./semaphore.ts";

/** The initial value, and the maximum. Both are whole numbers of at least 1. */
export interface InFlightBounds {
  readonly start: number;
  readonly most: number;
}

/** The result of a request: `refused` for 429, `overloaded` for 503, 504 and no reply at all. */
export type FlightEnd = "well" | "refused" | "overloaded";

/** A request in flight. */
export interface Flight {
  readonly left: Milliseconds;
  /** The number of requests in flight when this request was sent, including this request. */
  readonly flying: number;
  readonly round: Round;
}

/** The results of all requests that were sent while the number of slots was the same. */
interface Round {
  answers: number;
  /** The total latency of these requests. */
  took: Milliseconds;
  /** The total of `Flight.flying`. */
  flying: number;
}

/** The averages of one round. */
interface Level {
  readonly took: Milliseconds;
  readonly flying: number;
}

/** A change of the number of slots whose effect is being tested. */
interface Trial {
  readonly is: "more" | "fewer";
  /** The number of slots before the trial. */
  readonly from: number;
  readonly before: Level;
}

/**
 * A margin on rate times latency, because latency varies, and because requests also hold slots while they wait for
 * their turn.
 */
const margin = 1.5;
/**
 * The minimum number of replies before a trial starts; at least one per slot is also needed. Judging a trial takes more
 * replies.
 */
const leastAnswers = 4;
const leastToJudge = 10;
/** The factors by which a throttled reply and an overloaded reply reduce the slots. */
const cuts: Readonly<Record<Exclude<FlightEnd, "well">, number>> = { refused: 0.75, overloaded: 0.5 };
/** The wait after a failed trial. It doubles after each further failure. */
const leastHold: Milliseconds = 15_000;
const longestHold: Milliseconds = 60_000;
/** A smaller number of slots is good enough if it gives this share of the throughput. */
const asGood = 0.9;

/**
 * The slots of one limit. The class never waits and has no clock: its caller reports when requests are sent and how
 * they end. By Little's law, a rate needs rate times latency requests in flight. If this exceeds the slots, the slots
 * are at most doubled for one round of replies, and the increase is kept only if throughput improves. A server whose
 * latency grows with its load is saturated, and gets the fewest slots that keep it busy. A 429 removes a quarter of the
 * slots. A 503, a 504 or no reply removes half. Both happen at most once per round. Removed slots return at one per
 * round.
 */
export class InFlight {
  /** The semaphore from which the operations of all sessions take slots. */
  readonly room: Semaphore;
  #bounds: InFlightBounds;
  #places: number;
  #flying = 0;
  #round: Round = newRound();
  #trial: Trial | undefined;
  #hold = leastHold;
  #heldUntil: Milliseconds = Number.NEGATIVE_INFINITY;
  #isCut = false;
  readonly #followers = new Set<(places: number) => void>();

  constructor(bounds: InFlightBounds) {
    this.#bounds = bounds;
    this.#places = Math.min(bounds.start, bounds.most);
    this.room = new Semaphore(this.#places);
  }

  /** Applies the strictest of these bounds from now on. */
  hold(all: readonly InFlightBounds[]): void {
    const least = (of: keyof InFlightBounds) => Math.min(...all.map((each) => each[of]));
    this.#bounds = { start: least("start"), most: least("most") };
    this.#move(this.#places);
  }

  /** Returns the current number of slots. */
  places(): number {
    return this.#places;
  }

  /** Reports each change of the number of slots, until the returned function is called. */
  follow(follow: (places: number) => void): () => void {
    this.#followers.add(follow);
    return () => void this.#followers.delete(follow);
  }

  /** Notes that a request is sent. */
  left(now: Milliseconds): Flight {
    this.#flying += 1;
    return { left: now, flying: this.#flying, round: this.#round };
  }

  /** Notes an aborted request, from which nothing can be learned. */
  brokenOff(): void {
    this.#flying -= 1;
  }

  /** Notes the reply to a request. `ratePerSecond`: the rate that the limit allows at this moment. */
  answered(flight: Flight, how: { now: Milliseconds; fared: FlightEnd; ratePerSecond: number }): void {
    const { now, fared, ratePerSecond } = how;
    this.#flying -= 1;
    const { round } = flight;
    // Requests that were sent under another number of slots say nothing about the current number.
    if (round !== this.#round) return;
    if (fared !== "well") {
      this.#cut(flight, fared);
      return;
    }
    round.answers += 1;
    round.took += now - flight.left;
    round.flying += flight.flying;
    const { answers } = round;
    if (answers < Math.max(leastAnswers, this.#places)) return;
    const level = { took: round.took / answers, flying: round.flying / answers };
    // The round is judged only after enough replies. Before that, a bad result already reduces the slots.
    if (answers < this.#answersToJudge(level)) return;
    this.#round = newRound();
    this.#judge(level, { now, needed: Math.ceil((ratePerSecond * level.took * margin) / 1000) + 1 });
  }

  #answersToJudge(level: Level): number {
    const trial = this.#trial;
    if (!trial || (trial.is === "more" && pays(trial.before, level))) return 0;
    return Math.max(leastToJudge, this.#places) * (trial.is === "more" ? 2 : 1);
  }

  #cut({ flying }: Flight, fared: Exclude<FlightEnd, "well">): void {
    this.#trial = undefined;
    this.#isCut = true;
    const left = Math.floor(Math.min(flying, this.#places) * cuts[fared]);
    // A 429 may concern only the rate. Therefore two slots are kept, so that one request waits for its turn while the
    // other is in flight.
    this.#move(fared === "refused" ? Math.max(left, Math.min(2, this.#bounds.start)) : left);
  }

  #judge(level: Level, at: { readonly now: Milliseconds; readonly needed: number }): void {
    const trial = this.#trial;
    this.#trial = undefined;
    if (trial?.is === "fewer") this.#judgeFewer(trial, level);
    else if (trial && !pays(trial.before, level)) this.#failed(trial, level, at.now);
    else {
      if (trial) this.#hold = leastHold;
      this.#grow(level, at);
    }
  }

  /**
   * Ends a trial in which more slots did not help. The server is saturated, and half of the previous number may be
   * enough.
   */
  #failed({ from }: Trial, level: Level, now: Milliseconds): void {
    this.#heldUntil = now + this.#hold;
    this.#hold = Math.min(2 * this.#hold, longestHold);
    this.#tryFewer(from, level);
  }

  #tryFewer(from: number, before: Level): void {
    if (from > 1) this.#trial = { is: "fewer", from, before };
    this.#move(Math.floor(from / 2));
  }

  #judgeFewer({ from, before }: Trial, level: Level): void {
    const isFull = level.flying >= 0.8 * this.#places;
    if (isFull && throughput(level) >= asGood * throughput(before)) this.#tryFewer(this.#places, before);
    else this.#move(from);
  }

  #grow(level: Level, { now, needed }: { readonly now: Milliseconds; readonly needed: number }): void {
    const places = this.#places;
    const { start, most } = this.#bounds;
    const wanted = Math.min(needed, most);
    if (wanted <= places) this.#isCut = false;
    if (wanted > places && this.#isCut) this.#move(places + 1);
    else if (wanted > places && now >= this.#heldUntil) {
      this.#trial = { is: "more", from: places, before: level };
      this.#move(Math.min(wanted, 2 * places));
    } else if (places > start && wanted < 0.6 * places) this.#move(Math.max(wanted, start));
  }

  #move(places: number): void {
    const within = Math.min(Math.max(places, 1), this.#bounds.most);
    if (within === this.#places) return;
    this.#places = within;
    this.#round = newRound();
    this.room.hold([within]);
    for (const follow of this.#followers) follow(within);
  }
}

/** Returns how a request with this reply ended. */
export function flightEnd(reply: WireReply): FlightEnd {
  if (reply.outcome !== "answered") return reply.outcome === "lost" ? "overloaded" : "well";
  if (reply.status === 429) return "refused";
  return reply.status === 503 || reply.status === 504 ? "overloaded" : "well";
}

function newRound(): Round {
  return { answers: 0, took: 0, flying: 0 };
}

function throughput({ flying, took }: Level): number {
  return flying / Math.max(took, 1);
}

/**
 * True if a trial succeeded. Throughput must grow at least by the square root of the growth of requests in flight. If
 * these grew by less than a fifth, the trial always counts as a success.
 */
function pays(before: Level, after: Level): boolean {
  const grown = after.flying / before.flying;
  return grown < 1.2 || after.took <= before.took * Math.sqrt(grown);
}
