/** The most recent requests under a limit, in the order in which they were sent. */

import type { Milliseconds } from "../model/reply.ts";

/** A request that was allowed to start. */
export interface Start {
  /** The time at which the request would have started if no timer had been late. */
  due: Milliseconds;
  at: Milliseconds;
  took: Milliseconds | undefined;
}

/** Keeps as many requests as fit in two windows of the server. */
export class RecentStarts {
  readonly #all: Start[] = [];

  add(one: Start, places: number): void {
    this.#all.push(one);
    while (this.#all.length > 2 * places) this.#all.shift();
  }

  /** Removes a request that was not sent, or is sent later. */
  remove(one: Start): void {
    const place = this.#all.indexOf(one);
    if (place >= 0) this.#all.splice(place, 1);
  }

  last(): Start | undefined {
    return this.#all.at(-1);
  }

  /**
   * Returns the request this many places before the next one; undefined if too few were sent. `besides` is skipped,
   * because that request is sent only now.
   */
  before(places: number, besides?: Start): Start | undefined {
    const others = besides ? this.#all.filter((one) => one !== besides) : this.#all;
    return others.at(-places);
  }
}
