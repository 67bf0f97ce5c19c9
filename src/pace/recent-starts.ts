/** The most recent requests under a limit, in the order in which they left. */

import type { Milliseconds } from "../model/reply.ts";

/** A request that was allowed to start. */
export interface Start {
  /** When the request would have started if no timer had been late. */
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

  /** Called when a request was not sent, or leaves later. */
  remove(one: Start): void {
    const place = this.#all.indexOf(one);
    if (place >= 0) this.#all.splice(place, 1);
  }

  last(): Start | undefined {
    return this.#all.at(-1);
  }

  /**
   * The request this many places before the next one; undefined if too few have left. `besides` is skipped, because
   * that request leaves only now.
   */
  before(places: number, besides?: Start): Start | undefined {
    const others = besides ? this.#all.filter((one) => one !== besides) : this.#all;
    return others.at(-places);
  }
}
