/** What several targets have open under one key: one thing for all, held to the least that any of them allows. */

import type { Milliseconds } from "../model/reply.ts";

/** Something that several limits hold for at once. */
export interface LimitHolder<Limit> {
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
export class SharedLimits<Limit, Thing extends LimitHolder<Limit>> {
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

  /** Forgets what nobody has had open for long. */
  sweep(now: Milliseconds): void {
    for (const [key, { thing, limits, leftAt }] of this.#all) {
      const isOver = limits.size === 0 && now - leftAt >= keptFor;
      if (isOver && !this.#isNeeded(thing)) this.#all.delete(key);
    }
  }
}
