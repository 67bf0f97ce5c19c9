/** The concurrency limits of a target: the maximum number of requests in flight, with writes before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { TargetBudgets } from "./budgets.ts";
import { InFlight, type InFlightBounds } from "./in-flight.ts";
import { Semaphore } from "./semaphore.ts";

/** The maximum numbers of requests in flight. */
export interface Concurrency {
  /** The limit for the whole target. */
  readonly all: number;
  /** The fixed limit for each device of a fleet. Absent: devices have no separate limits. */
  readonly perHost?: number | undefined;
  /** The initial limit of each budget; it does not apply to devices. Absent: the limit of the whole target. */
  readonly start?: number | undefined;
  /** The scope key whose values have separate limits, such as the key with an organization's id. Absent: none. */
  readonly sharedBy?: string | undefined;
}

type Run<T> = () => Promise<T>;

/** State shared with other targets. */
export interface SharedConcurrency {
  readonly budgets: TargetBudgets;
  /** The origin of all the target's requests; undefined if each device has its own origin. */
  readonly origin: string | undefined;
  /** Returns the URL of a device of a fleet. */
  readonly urlOf: (host: string) => string;
}

/**
 * The limits of one target: one for each shared rate limit below the origin. All senders report the results of their
 * requests to these limits.
 */
export class ConcurrencyLimits {
  readonly concurrency: Concurrency;
  /** The slots of the whole target, for all senders. */
  readonly whole: Semaphore;
  readonly #shared: SharedConcurrency | undefined;
  readonly #all = new Map<string, InFlight>();
  readonly #following: (() => void)[] = [];

  /** Without `shared`, nothing is shared with other targets. */
  constructor(concurrency: Concurrency, shared?: SharedConcurrency) {
    const { all } = concurrency;
    const { budgets, origin } = shared ?? {};
    this.concurrency = concurrency;
    this.whole = budgets && origin !== undefined ? budgets.semaphore(origin, all) : new Semaphore(all);
    this.#shared = shared;
  }

  /** Returns the limit of this budget: the same object each time. */
  of(budget: string): InFlight {
    const { all: most, start = most } = this.concurrency;
    const known = this.#all.get(budget) ?? this.#inFlight(budget, { start, most });
    this.#all.set(budget, known);
    return known;
  }

  /** Returns the slots of a device. */
  atHost(host: string, count: number): Semaphore {
    return (
      this.#shared?.budgets.semaphore(`device ${this.#shared.urlOf(host)}`, count) ?? new Semaphore(count)
    );
  }

  /** Reports each change of the number of slots, until `close`. */
  follow(inFlight: InFlight, follow: (places: number) => void): void {
    this.#following.push(inFlight.follow(follow));
  }

  /** Stops reporting. Other targets may still use the limits. */
  close(): void {
    for (const leave of this.#following) leave();
  }

  #inFlight(budget: string, bounds: InFlightBounds): InFlight {
    return this.#shared?.budgets.inFlight(`${this.#shared.origin} ${budget}`, bounds) ?? new InFlight(bounds);
  }
}

/**
 * Returns a session whose reads and writes wait in lanes: one lane per device of a fleet, or per shared rate limit.
 * Requests in the lane of a slow or silent device block no other lane. Lanes of devices have a fixed number of slots.
 * The slots of other lanes follow their current limit. A request that waits in a lane for pacing takes no slot of the
 * whole target, because those slots are taken when requests are sent (`ConcurrencyLimits.whole`). The limit applies to
 * each session, and to the total of all sessions that share it.
 */
export function withConcurrencyLimit(session: Session, limits: ConcurrencyLimits): Session {
  const { post, batching, modules } = session;
  const laneOf = lanesOf(limits);
  const reading = <T>(scope: Scope, signal: AbortSignal, run: Run<T>) =>
    laneOf(scope)({ priority: 0, signal }, run);
  const writing = <T>(scope: Scope, signal: AbortSignal, run: Run<T>) =>
    laneOf(scope)({ priority: 1, signal }, run);
  return {
    ...session,
    post: post && ((message, signal) => reading({}, signal, () => post(message, signal))),
    read: (request, signal) => reading(request.scope, signal, () => session.read(request, signal)),
    batching: batching && {
      ...batching,
      send: (writes, signal) => writing(writes[0]?.scope ?? {}, signal, () => batching.send(writes, signal)),
    },
    modules: modules && {
      list: (host, signal) => reading({ host }, signal, () => modules.list(host, signal)),
      text: (host, module, signal) => reading({ host }, signal, () => modules.text(host, module, signal)),
    },
    write: (write, signal) => writing(write.scope, signal, () => session.write(write, signal)),
  };
}

/**
 * Runs an operation when its turn comes: first its turn within its own session, then its turn among all sessions that
 * share the limit.
 */
type Lane = <T>(turn: { readonly priority: number; readonly signal: AbortSignal }, run: Run<T>) => Promise<T>;

function lanesOf(limits: ConcurrencyLimits): (scope: Scope) => Lane {
  const { perHost, sharedBy } = limits.concurrency;
  const lanes = new Map<string, Lane>();
  const laneOf = (key: string, make: () => Lane) => {
    const lane = lanes.get(key) ?? make();
    lanes.set(key, lane);
    return lane;
  };
  const ofBudget = (budget: string) => {
    const inFlight = limits.of(budget);
    const own = new PQueue({ concurrency: inFlight.places() });
    limits.follow(inFlight, (places) => {
      own.concurrency = places;
    });
    return lane(own, inFlight.room);
  };
  return (scope) => {
    const { host } = scope;
    if (host !== undefined && perHost !== undefined) {
      const ofHost = () => lane(new PQueue({ concurrency: perHost }), limits.atHost(host, perHost));
      return laneOf(`host ${host}`, ofHost);
    }
    const budget = sharedBy === undefined ? "" : (scope[sharedBy] ?? "");
    return laneOf(`budget ${budget}`, () => ofBudget(budget));
  };
}

function lane(own: PQueue, room: Semaphore): Lane {
  return ({ priority, signal }, run) =>
    own.add(
      async () => {
        // An operation that is aborted while it waits needs no slot, because it fails as soon as it starts.
        const isMine = room.take() || (await room.reserve(signal));
        try {
          return await run();
        } finally {
          if (isMine) room.giveBack();
        }
      },
      { priority },
    );
}
