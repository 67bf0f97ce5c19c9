/** The budgets of a process: what requests to an origin, or an organization of it, share, whoever sends them. */

import type { Limiter } from "../model/project.ts";
import type { Milliseconds } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";
import { Budget, type BudgetLimit, type BudgetUse } from "./budget.ts";
import { InFlight, type InFlightBounds } from "./in-flight.ts";
import { Semaphore } from "./semaphore.ts";

/**
 * All that is open draws on these. A rate and its pauses, and how many requests are in flight, belong to a key: an
 * origin, or an origin and an organization. Of several targets that have one open, the one that allows the least sets
 * its limit, as long as it is open. What nobody has open is kept for an hour, or until its pause is over: a project
 * that is opened again goes on where it was. Whoever keeps another time needs budgets of its own.
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

  /** For one target, until it is closed. */
  open(): TargetBudgets {
    const all = { budgets: this.#budgets, inFlight: this.#inFlight, semaphores: this.#semaphores };
    const now = () => this.#clock.now();
    for (const each of Object.values(all)) each.sweep(now());
    return new TargetBudgets(all, now);
  }

  /** How each is used now, by its key. */
  uses(): ReadonlyMap<string, BudgetUse> {
    return new Map(this.#budgets.things().map(([key, budget]) => [key, budget.use()]));
  }
}

interface AllShared {
  readonly budgets: SharedLimits<BudgetLimit, Budget>;
  readonly inFlight: SharedLimits<InFlightBounds, InFlight>;
  readonly semaphores: SharedLimits<number, Semaphore>;
}

/** The budgets that one target draws on, and shares with all that has the same open. */
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

  /** The budget of this key, at `requestsPerSecond` or less, counted as `limiter` says where that is known. */
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

  /** How many requests of this key may be in flight. */
  inFlight(key: string, bounds: InFlightBounds): InFlight {
    return this.#open("inFlight", key, (shared) => shared.inFlight.open(key, this, bounds));
  }

  /** So many places at most of all that has this key open. */
  semaphore(key: string, count: number): Semaphore {
    return this.#open("semaphores", key, (shared) => shared.semaphores.open(key, this, count));
  }

  /** What this target allows counts no longer. What it still has in flight does. */
  close(): void {
    this.#isClosed = true;
    for (const close of this.#closing.values()) close();
    this.#closing.clear();
  }

  #open<T>(sort: keyof AllShared, key: string, open: (shared: AllShared) => T): T {
    const thing = open(this.#all);
    const close = () => this.#all[sort].close(key, this, this.#now());
    // Who closes may still have a request to send: that waits for its turn, and sets no limit.
    if (this.#isClosed) close();
    else this.#closing.set(`${sort} ${key}`, close);
    return thing;
  }
}

/** Something that several limits hold for at once. */
interface LimitHolder<Limit> {
  /** These hold from now on, and none else. Never empty. */
  hold(limits: readonly Limit[]): void;
}

interface Entry<Limit, Thing> {
  readonly thing: Thing;
  /** By who has it open. */
  readonly limits: Map<object, Limit>;
  leftAt: Milliseconds;
}

/** What a server remembers of who asked, and what was learned of it, is kept so long after the last has closed. */
const keptFor: Milliseconds = 3_600_000;

/** The things of one sort, by key. Who has one open says what it allows; once it closes, that no longer counts. */
class SharedLimits<Limit, Thing extends LimitHolder<Limit>> {
  readonly #make: (limit: Limit) => Thing;
  readonly #isNeeded: (thing: Thing) => boolean;
  readonly #all = new Map<string, Entry<Limit, Thing>>();

  /** `isNeeded`: it must not be forgotten, though nobody has it open. */
  constructor(make: (limit: Limit) => Thing, isNeeded: (thing: Thing) => boolean = () => false) {
    this.#make = make;
    this.#isNeeded = isNeeded;
  }

  /** The thing of this key, held to this limit too until `by` closes. A second limit of `by` replaces its first. */
  open(key: string, by: object, limit: Limit): Thing {
    const known = this.#all.get(key);
    const { thing, limits } = known ?? { thing: this.#make(limit), limits: new Map<object, Limit>() };
    if (!known) this.#all.set(key, { thing, limits, leftAt: 0 });
    limits.set(by, limit);
    thing.hold([...limits.values()]);
    return thing;
  }

  /** What `by` allows counts no longer. The last to close leaves the thing as it is, for who opens it next. */
  close(key: string, by: object, now: Milliseconds): void {
    const entry = this.#all.get(key);
    if (!entry?.limits.delete(by)) return;
    entry.leftAt = now;
    if (entry.limits.size > 0) entry.thing.hold([...entry.limits.values()]);
  }

  things(): readonly (readonly [string, Thing])[] {
    return [...this.#all].map(([key, { thing }]) => [key, thing]);
  }

  /** Forgets what nobody has had open for long. */
  sweep(now: Milliseconds): void {
    for (const [key, { thing, limits, leftAt }] of this.#all) {
      const isOver = limits.size === 0 && now - leftAt >= keptFor;
      if (isOver && !this.#isNeeded(thing)) this.#all.delete(key);
    }
  }
}
