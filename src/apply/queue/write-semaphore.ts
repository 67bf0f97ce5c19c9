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
  /** The number of slots of each part. */
  ofPart: number;
}

/**
 * Limits how many steps of a target run concurrently. Each limit of the target admits as many steps as it allows in
 * flight, or as can be sent within half of the freshness time, whichever is more. An organization with its own limit
 * waits for other organizations only if the limit of the source address is reached. Each process that holds sessions
 * has its own source address. Devices of a fleet do not wait for each other.
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
    const own = ownIn(open, scope);
    const room = this.#roomOf(open);
    const { whole } = room;
    // By now, more processes may hold sessions, each with its own source address.
    whole.hold([roomOfAll(open)]);
    const part = room.parts.get(own) ?? addedPart(open, own, room);
    const leave = () => {
      whole.giveBack();
      part.giveBack();
    };
    const isFree = part.take();
    if (isFree && whole.take()) return leave;
    const waited = isFree ? whole.reserve() : part.reserve().then(() => whole.reserve());
    return waited.then(() => leave);
  }

  /**
   * Returns the age at which a read is repeated before a write that takes a slot now. This is the freshness time minus
   * the expected wait for the writes under way, but at least half of the freshness time. With an older read, the write
   * would be held back when its turn comes.
   */
  ageMax({ target, scope = {} }: Partial<WriteRoom> & Pick<WriteRoom, "target">): Milliseconds {
    const open = this.#targets.get(target);
    const fresh = freshMs(open);
    const { whole, parts } = this.#rooms.get(target) ?? {};
    if (!open || !whole) return fresh;
    const { requestsPerSecond, share = 1 } = { ...open.dialect.limits, ...open.target.limits };
    const perSecond = (rate: number) => Math.max(rate * share, Number.MIN_VALUE);
    const ofPart = (parts?.get(ownIn(open, scope))?.taken ?? 0) / perSecond(requestsPerSecond);
    const { ofSource = Number.POSITIVE_INFINITY } = open.dialect.limits;
    const ofAll = whole.taken / perSecond(ofSource * addressesOf(open));
    return Math.max(fresh / 2, fresh - 1000 * Math.max(ofPart, ofAll));
  }

  #roomOf(open: OpenTarget): TargetRoom {
    const { name } = open.target;
    const known = this.#rooms.get(name) ?? {
      whole: new Semaphore(roomOfAll(open)),
      parts: new Map(),
      ofPart: roomOfLimit(open),
    };
    this.#rooms.set(name, known);
    return known;
  }
}

/** What a step writes to. */
export interface WriteRoom {
  readonly target: string;
  readonly scope: Scope;
}

/**
 * Adds a part. If all parts together have more slots than the target, each part gets fewer, but at least half of what
 * its limit allows. Then no part fills the target with steps that only wait for its own limit.
 */
function addedPart(open: OpenTarget, own: string, room: TargetRoom): Semaphore {
  const { parts } = room;
  const part = new Semaphore(room.ofPart);
  parts.set(own, part);
  const most = roomOfLimit(open);
  const share = Math.ceil(roomOfAll(open) / parts.size);
  const ofPart = Math.min(most, Math.max(Math.ceil(most / 2), share));
  if (ofPart !== room.ofPart) for (const each of parts.values()) each.hold([ofPart]);
  room.ofPart = ofPart;
  return part;
}

/** The part of a target that has a limit of its own; empty if there is no such part. */
function ownIn({ dialect }: OpenTarget, scope: Scope): string {
  const { sharedBy } = dialect.limits;
  return sharedBy === undefined ? "" : (scope[sharedBy] ?? "");
}

/** How many source addresses send to a target. */
function addressesOf(open: OpenTarget): number {
  return Math.max(1, open.addresses?.() ?? 1);
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
  const one = roomFor(open, { concurrency, requestsPerSecond: (limits.ofSource ?? 0) * uneven });
  return Math.max(roomOfLimit(open), addressesOf(open) * one);
}

function roomFor(
  open: OpenTarget,
  { concurrency, requestsPerSecond }: Pick<ProductLimits, "concurrency" | "requestsPerSecond">,
): number {
  const { share = 1 } = open.target.limits;
  const leaving = (requestsPerSecond * share * freshMs(open)) / 2000;
  return Math.max(1, concurrency, Math.ceil(leaving));
}
