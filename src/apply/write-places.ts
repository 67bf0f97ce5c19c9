/** How many steps of a target look and write at once, so that what they have seen is fresh when their write leaves. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Step } from "../model/plan.ts";
import type { Milliseconds } from "../model/reply.ts";

const defaultSeconds = 5;

/** What was read so long ago is read again before a write. */
export function freshMs(open: OpenTarget | undefined): Milliseconds {
  return (open?.target.limits.freshSeconds ?? defaultSeconds) * 1000;
}

/** Places, in the order of asking. */
class Places {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * As many steps of a target as may be in flight, or as can leave in half of the time in which what they have seen is
 * fresh. What is written on a device of a fleet waits for no other device.
 */
export class WritePlaces {
  readonly #targets: ReadonlyMap<string, OpenTarget>;
  readonly #places = new Map<string, Places>();

  constructor(targets: ReadonlyMap<string, OpenTarget>) {
    this.#targets = targets;
  }

  /** Runs the task in one of its target's places. */
  run<T>({ target }: Pick<Step, "target">, task: () => Promise<T>): Promise<T> {
    const open = this.#targets.get(target);
    if (!open || open.driver.fleet) return task();
    const places = this.#places.get(target) ?? new Places(placesOf(open));
    this.#places.set(target, places);
    return places.run(task);
  }
}

function placesOf(open: OpenTarget): number {
  const { limits } = open.target;
  const { concurrency, requestsPerSecond, share = 1 } = { ...open.dialect.limits, ...limits };
  const leaving = (requestsPerSecond * share * freshMs(open)) / 2000;
  return Math.max(1, concurrency, Math.ceil(leaving));
}
