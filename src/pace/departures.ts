/** How long after their turn requests leave because their intent is stored first: what is usual delays no other one. */

import type { Milliseconds } from "../model/reply.ts";
import { usualJitter } from "./jitter.ts";

/** As many departures tell what is usual. */
const lastDepartures = 20;

/** Learns from each departure. */
export class Departures {
  readonly #late: Milliseconds[] = [];

  /** A request left so long after its turn. True: as usual, so that those after it are as far behind it as planned. */
  areEven(late: Milliseconds): boolean {
    this.#late.push(late);
    if (this.#late.length > lastDepartures) this.#late.shift();
    const least = this.#late.length < lastDepartures ? 0 : Math.min(...this.#late);
    return late - least <= usualJitter;
  }
}
