/** The budgets of a process, shared by all requests to an origin or one of its organizations. */

import type { Limiter } from "../model/project.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";
import { Budget, type BudgetUse } from "./budget.ts";
import type { BudgetLimit } from "./budget-limit.ts";
import { InFlight, type InFlightBounds } from "./in-flight.ts";
import { Semaphore } from "./semaphore.ts";

/**
 * The budgets on which all targets draw. Each key (an origin, or an origin and an organization) has a rate with its
 * pauses, and a limit of requests in flight. The strictest limit of the targets that have a key open applies. A key
 * that no target has open is kept for an hour, or until its pause is over, so that a project which is opened again
 * continues with its state. A process with several clocks needs separate budgets.
 */
export class Budgets {
  readonly #clock: Clock;
  readonly #budgets: SharedLimits<BudgetLimit, Budget>;
  readonly #inFlight = new SharedLimits<InFlightBounds, InFlight>((bounds) => new InFlight(bounds));
  readonly #semaphores = new SharedLimits<number, Semaphore>((count) => new Semaphore(count));

  constructor(clock: Clock) {
    this.#clock = clock;
    const make = (limit: BudgetLimit) => new Budget({ ...limit, clock });
    this.#budgets = new SharedLimits(make, (budget) => budget.pauseLeft() > 0);
  }

  /** Opens the budgets for one target, until it is closed. */
  open(): TargetBudgets {
    const all = { budgets: this.#budgets, inFlight: this.#inFlight, semaphores: this.#semaphores };
    const now = () => this.#clock.now();
    for (const each of Object.values(all)) each.sweep(now());
    return new TargetBudgets(all, now);
  }

  /** Returns the current use of each budget, by the budget's key. */
  uses(): ReadonlyMap<string, BudgetUse> {
    return new Map(this.#budgets.things().map(([key, budget]) => [key, budget.use()]));
  }
}

interface AllShared {
  readonly budgets: SharedLimits<BudgetLimit, Budget>;
  readonly inFlight: SharedLimits<InFlightBounds, InFlight>;
  readonly semaphores: SharedLimits<number, Semaphore>;
}

/** The budgets of one target. They are shared with all other targets that have the same keys open. */
export class TargetBudgets {
  readonly #all: AllShared;
  readonly #now: () => number;
  readonly #opened = new Map<string, { readonly limit: BudgetLimit; readonly budget: Budget }>();
  readonly #closing = new Map<string, () => void>();
  #isClosed = false;

  constructor(all: AllShared, now: () => number) {
    this.#all = all;
    this.#now = now;
  }

  /**
   * Returns the budget of this key. The target allows at most `requestsPerSecond`, counted by `limiter` if that is
   * known.
   */
  of(key: string, requestsPerSecond: number, limiter?: Limiter): Budget {
    const opened = this.#opened.get(key);
    const { limit } = opened ?? {};
    if (opened && limit?.requestsPerSecond === requestsPerSecond && limit.limiter === limiter)
      return opened.budget;
    const wanted = { requestsPerSecond, limiter };
    const budget = this.#open("budgets", key, (shared) => shared.budgets.open(key, this, wanted));
    this.#opened.set(key, { limit: wanted, budget });
    return budget;
  }

  /** Returns the limit of this key for requests in flight. */
  inFlight(key: string, bounds: InFlightBounds): InFlight {
    return this.#open("inFlight", key, (shared) => shared.inFlight.open(key, this, bounds));
  }

  /** Returns the slots of this key, shared by all targets that have it open. This target allows at most `count`. */
  semaphore(key: string, count: number): Semaphore {
    return this.#open("semaphores", key, (shared) => shared.semaphores.open(key, this, count));
  }

  /** Closes the target. Its limits no longer apply, but its requests in flight still count. */
  close(): void {
    this.#isClosed = true;
    for (const close of this.#closing.values()) close();
    this.#closing.clear();
  }

  #open<T>(sort: keyof AllShared, key: string, open: (shared: AllShared) => T): T {
    const thing = open(this.#all);
    const close = () => this.#all[sort].close(key, this, this.#now());
    // A closed target may still have a request to send. Such a request waits for its turn, but sets no limit.
    if (this.#isClosed) close();
    else this.#closing.set(`${sort} ${key}`, close);
    return thing;
  }
}

/** An object to which several limits apply at once. The strictest limit counts. */
interface LimitHolder<Limit> {
  /** Applies exactly these limits from now on. `limits` is never empty. */
  hold(limits: readonly Limit[]): void;
}

interface Entry<Limit, Thing> {
  readonly thing: Thing;
  /** The limits, by owner. */
  readonly limits: Map<object, Limit>;
  leftAt: Milliseconds;
}

/** How long a server's state is kept after its last owner has closed it. */
const keptFor: Milliseconds = 3_600_000;

/** Shared objects of one type, by key. An owner's limits apply until the owner closes the object. */
class SharedLimits<Limit, Thing extends LimitHolder<Limit>> {
  readonly #make: (limit: Limit) => Thing;
  readonly #isNeeded: (thing: Thing) => boolean;
  readonly #all = new Map<string, Entry<Limit, Thing>>();

  /** `isNeeded` returns true for an object that must be kept even without an owner. */
  constructor(make: (limit: Limit) => Thing, isNeeded: (thing: Thing) => boolean = () => false) {
    this.#make = make;
    this.#isNeeded = isNeeded;
  }

  /**
   * Returns the object of this key. `limit` applies to the object until `by` closes it. A second limit of the same
   * owner replaces the owner's first limit.
   */
  open(key: string, by: object, limit: Limit): Thing {
    const known = this.#all.get(key);
    const { thing, limits } = known ?? { thing: this.#make(limit), limits: new Map<object, Limit>() };
    if (!known) this.#all.set(key, { thing, limits, leftAt: 0 });
    limits.set(by, limit);
    thing.hold([...limits.values()]);
    return thing;
  }

  /**
   * Ends the limit of this owner. After the last owner has closed it, the object keeps its state for the next owner.
   */
  close(key: string, by: object, now: Milliseconds): void {
    const entry = this.#all.get(key);
    if (!entry?.limits.delete(by)) return;
    entry.leftAt = now;
    if (entry.limits.size > 0) entry.thing.hold([...entry.limits.values()]);
  }

  things(): readonly (readonly [string, Thing])[] {
    return [...this.#all].map(([key, { thing }]) => [key, thing]);
  }

  /** Drops objects that have had no owner for a long time. */
  sweep(now: Milliseconds): void {
    for (const [key, { thing, limits, leftAt }] of this.#all) {
      const isOver = limits.size === 0 && now - leftAt >= keptFor;
      if (isOver && !this.#isNeeded(thing)) this.#all.delete(key);
    }
  }
}
