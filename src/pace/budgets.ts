/** The budgets of a run: one for each rate limit, shared by all targets that draw on it. */

import type { Limiter } from "../model/project.ts";
import type { Clock } from "../model/wire.ts";
import { Budget } from "./budget.ts";

/**
 * Gives the budget of a key (an origin, or an origin and an organization). Of several targets on one origin the
 * one that allows the least sets its rate.
 */
export class Budgets {
  readonly #clock: Clock;
  readonly #all = new Map<string, Budget>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The budget of this key, at `requestsPerSecond` or less, counted as `limiter` says where that is known. */
  of(key: string, requestsPerSecond: number, limiter?: Limiter): Budget {
    const known = this.#all.get(key);
    if (known) {
      known.limitTo(requestsPerSecond, limiter);
      return known;
    }
    const budget = new Budget({ requestsPerSecond, limiter, clock: this.#clock });
    this.#all.set(key, budget);
    return budget;
  }
}
