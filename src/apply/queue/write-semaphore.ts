/** Limits how many steps of a target read and write concurrently, so that their reads are fresh when they write. */

import type { OpenTarget } from "../../drivers/contract/contract.ts";
import type { Scope } from "../../model/desired.ts";
import type { ProductLimits } from "../../model/project.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { Semaphore } from "../../pace/semaphore.ts";

const defaultSeconds = 5;

/** Returns the age at which a read is repeated before a write. */
export function freshMs(open: OpenTarget | undefined): Milliseconds {
  return (open?.target.limits.freshSeconds ?? defaultSeconds) * 1000;
}

/** The slots of a target, and of each part of it that has its own limit. */
interface TargetRoom {
  readonly whole: Semaphore;
  readonly parts: Map<string, Semaphore>;
}

/**
 * For each limit of a target, admits as many steps as the limit allows in flight, or as can be sent within half of the
 * freshness time, whichever is more. An organization with its own limit waits for other organizations only once the
 * limit of the source address is reached. If several processes hold sessions, each process has its own source address
 * with such a limit. Writes on one device of a fleet do not wait for other devices.
 */
export class WriteSemaphore {
  readonly #targets: ReadonlyMap<string, OpenTarget>;
  readonly #rooms = new Map<string, TargetRoom>();

  constructor(targets: ReadonlyMap<string, OpenTarget>) {
    this.#targets = targets;
  }

  /** Returns the release function, at once if a slot is free. */
  acquire({ target, scope }: WriteRoom): (() => void) | Promise<() => void> {
    const open = this.#targets.get(target);
    if (!open || open.driver.fleet) return () => undefined;
    const { sharedBy } = open.dialect.limits;
    const own = sharedBy === undefined ? "" : (scope[sharedBy] ?? "");
    const { whole, parts } = this.#roomOf(open);
    const part = parts.get(own) ?? new Semaphore(roomOfLimit(open));
    parts.set(own, part);
    // By now, more processes may hold sessions, each with its own source address.
    whole.hold([roomOfAll(open)]);
    const leave = () => {
      whole.giveBack();
      part.giveBack();
    };
    const isFree = part.take();
    if (isFree && whole.take()) return leave;
    const waited = isFree ? whole.reserve() : part.reserve().then(() => whole.reserve());
    return waited.then(() => leave);
  }

  #roomOf(open: OpenTarget): TargetRoom {
    const { name } = open.target;
    const known = this.#rooms.get(name) ?? { whole: new Semaphore(roomOfAll(open)), parts: new Map() };
    this.#rooms.set(name, known);
    return known;
  }
}

/** What a step writes to. */
export interface WriteRoom {
  readonly target: string;
  readonly scope: Scope;
}

function roomOfLimit(open: OpenTarget): number {
  const { concurrency, requestsPerSecond } = { ...open.dialect.limits, ...open.target.limits };
  return roomFor(open, { concurrency, requestsPerSecond });
}

/**
 * The factor by which the slots of each address exceed what its limit allows, because requests are not spread evenly
 * over the addresses.
 */
const uneven = 1.25;

/** Returns the number of slots of a target as a whole: what the limits of all its source addresses allow together. */
function roomOfAll(open: OpenTarget): number {
  const { limits } = open.dialect;
  const { concurrency = limits.concurrencyMax ?? limits.concurrency } = open.target.limits;
  const addresses = Math.max(1, open.addresses?.() ?? 1);
  const one = roomFor(open, { concurrency, requestsPerSecond: (limits.ofSource ?? 0) * uneven });
  return Math.max(roomOfLimit(open), addresses * one);
}

function roomFor(
  open: OpenTarget,
  { concurrency, requestsPerSecond }: Pick<ProductLimits, "concurrency" | "requestsPerSecond">,
): number {
  const { share = 1 } = open.target.limits;
  const leaving = (requestsPerSecond * share * freshMs(open)) / 2000;
  return Math.max(1, concurrency, Math.ceil(leaving));
}
