/** How many steps of a target may read and write concurrently, so that their reads are fresh when they write. */

import type { OpenTarget } from "../../drivers/contract/contract.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { Semaphore } from "../../pace/semaphore.ts";

const defaultSeconds = 5;

/** The age at which a read is repeated before a write. */
export function freshMs(open: OpenTarget | undefined): Milliseconds {
  return (open?.target.limits.freshSeconds ?? defaultSeconds) * 1000;
}

/**
 * Admits as many steps per target as it allows in flight, or as can be sent within half of the freshness time. Writes
 * on one device of a fleet do not wait for other devices.
 */
export class WriteSemaphore {
  readonly #targets: ReadonlyMap<string, OpenTarget>;
  readonly #semaphores = new Map<string, Semaphore>();

  constructor(targets: ReadonlyMap<string, OpenTarget>) {
    this.#targets = targets;
  }

  /** Returns the release function, at once if a slot is free. */
  acquire({ target }: Pick<Step, "target">): (() => void) | Promise<() => void> {
    const open = this.#targets.get(target);
    if (!open || open.driver.fleet) return () => undefined;
    const semaphore = this.#semaphores.get(target) ?? new Semaphore(roomFor(open));
    this.#semaphores.set(target, semaphore);
    const leave = () => semaphore.giveBack();
    return semaphore.take() ? leave : semaphore.reserve().then(() => leave);
  }
}

function roomFor(open: OpenTarget): number {
  const { limits } = open.target;
  const { concurrency, requestsPerSecond, share = 1 } = { ...open.dialect.limits, ...limits };
  const leaving = (requestsPerSecond * share * freshMs(open)) / 2000;
  return Math.max(1, concurrency, Math.ceil(leaving));
}
