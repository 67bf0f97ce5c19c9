/**
 * Delays between a request's turn and its departure. A request is sent only when its intent is stored, some time after
 * its turn. A usual delay does not postpone the following requests.
 */

import type { Milliseconds } from "../model/reply.ts";
import { usualJitter } from "./jitter.ts";

/** The number of recent departures that determine the usual delay. */
const lastDepartures = 20;

/** Learns the usual delay from each departure. */
export class Departures {
  readonly #late: Milliseconds[] = [];

  /**
   * Notes that a request was sent this long after its turn. Returns true if the delay was usual. The next requests then
   * keep their turns.
   */
  areEven(late: Milliseconds): boolean {
    this.#late.push(late);
    if (this.#late.length > lastDepartures) this.#late.shift();
    const least = this.#late.length < lastDepartures ? 0 : Math.min(...this.#late);
    return late - least <= usualJitter;
  }
}
