/** How many requests of one limit may be in flight at once: as many as its rate and the latency need, and pay for. */

import type { Milliseconds } from "../model/reply.ts";
import type { WireReply } from "../model/wire.ts";
import { Semaphore } from "./semaphore.ts";

/** Where it begins, and what it never exceeds. Both at least 1, and whole. */
export interface InFlightBounds {
  readonly start: number;
  readonly most: number;
}

/** How an answer came: `refused` for 429, `overloaded` for 503, 504 and for none at all. */
export type FlightEnd = "well" | "refused" | "overloaded";

/** A request that is under way. */
export interface Flight {
  readonly left: Milliseconds;
  /** How many were, with itself. */
  readonly flying: number;
  readonly round: Round;
}

/** What the answers to requests that left under one number of places came to. */
interface Round {
  answers: number;
  /** Sums, for means. */
  took: Milliseconds;
  flying: number;
}

/** Means of a round. */
interface Level {
  readonly took: Milliseconds;
  readonly flying: number;
}

/** A change of places that must show that it was right. */
interface Trial {
  readonly is: "more" | "fewer";
  /** The places before it. */
  readonly from: number;
  readonly before: Level;
}

/** Over rate x latency: latency varies, and places wait for their turn too. */
const margin = 1.5;
/** So many answers at least, and one for each place, say that more places are needed; to judge them takes more. */
const leastAnswers = 4;
const leastToJudge = 10;
/** After a refusal, and after one that could not do with what it had. */
const cuts: Readonly<Record<Exclude<FlightEnd, "well">, number>> = { refused: 0.75, overloaded: 0.5 };
/** After a trial that failed there is no other for so long, and after each further one for twice as long. */
const leastHold: Milliseconds = 15_000;
const longestHold: Milliseconds = 60_000;
/** Fewer places are as good while they give this part of the throughput. */
const asGood = 0.9;

/**
 * The places of one limit. It waits for nothing and has no clock: its caller says when requests leave and how
 * they fare. By Little's law a rate needs rate x latency requests in flight. Where that is more than there are places,
 * they are doubled at most, for one round of answers, and stay so only if more came through: a server whose latency
 * grows with what it is given is at its end, and gets the fewest places that keep it there. A 429 takes a quarter of
 * them, a 503, a 504 or no answer half, once a round; they come back by one a round.
 */
export class InFlight {
  /** One is taken for each operation, whichever session it is of. */
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

  /** The least of these bounds counts from now on. */
  hold(all: readonly InFlightBounds[]): void {
    const least = (of: keyof InFlightBounds) => Math.min(...all.map((each) => each[of]));
    this.#bounds = { start: least("start"), most: least("most") };
    this.#move(this.#places);
  }

  /** How many may be in flight at this moment. */
  places(): number {
    return this.#places;
  }

  /** Tells of each change of places, until the function that it gives back is called. */
  follow(follow: (places: number) => void): () => void {
    this.#followers.add(follow);
    return () => void this.#followers.delete(follow);
  }

  /** A request leaves. */
  left(now: Milliseconds): Flight {
    this.#flying += 1;
    return { left: now, flying: this.#flying, round: this.#round };
  }

  /** It was broken off: nothing is learned of it. */
  brokenOff(): void {
    this.#flying -= 1;
  }

  /** Its answer is there. `ratePerSecond`: what the limit allows at this moment. */
  answered(flight: Flight, how: { now: Milliseconds; fared: FlightEnd; ratePerSecond: number }): void {
    const { now, fared, ratePerSecond } = how;
    this.#flying -= 1;
    const { round } = flight;
    // What left under other places says nothing of these.
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
    // What speaks against a change is heard out.
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
    // A refusal may be for the rate alone: one place waits for its turn while the other is in flight.
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

  /** More places did not pay: the server is at its end, and half of what there was may do. */
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

/** How it fared that came to this. */
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

/** Of what more were in flight, at least the half must have come through. */
function pays(before: Level, after: Level): boolean {
  const grown = after.flying / before.flying;
  return grown < 1.2 || after.took <= before.took * Math.sqrt(grown);
}
