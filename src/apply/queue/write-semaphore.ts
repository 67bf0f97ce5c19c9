/** How many steps of a target look and write at once, so that what they have seen is fresh when their write leaves. */

import type { OpenTarget } from "../../drivers/contract/contract.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { Semaphore } from "../../pace/semaphore.ts";

const defaultSeconds = 5;

/** What was read so long ago is read again before a write. */
export function freshMs(open: OpenTarget | undefined): Milliseconds {
  return (open?.target.limits.freshSeconds ?? defaultSeconds) * 1000;
}

/**
 * As many steps of a target as may be in flight, or as can leave in half of the time in which what they have seen is
 * fresh. What is written on a device of a fleet waits for no other device.
 */
export class WriteSemaphore {
  readonly #targets: ReadonlyMap<string, OpenTarget>;
  readonly #semaphores = new Map<string, Semaphore>();

  constructor(targets: ReadonlyMap<string, OpenTarget>) {
    this.#targets = targets;
  }

  /** Gives what ends it, once there is room for a step of this target: at once where there is. */
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
