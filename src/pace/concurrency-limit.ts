/** The concurrency limits of a target: so many requests in flight at once; writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { TargetBudgets } from "./budgets.ts";
import { InFlight, type InFlightBounds } from "./in-flight.ts";
import { Semaphore } from "./semaphore.ts";

/** How much may be under way at once. */
export interface Concurrency {
  /** At the whole target: never more. */
  readonly all: number;
  /** At each device of a fleet, always. */
  readonly perHost?: number | undefined;
  /** Of what is not a device: with how many each of its limits begins. Absent: with as many as at the whole target. */
  readonly start?: number | undefined;
  /** The word of a scope that has a limit of its own, where there is such: an organization's id. */
  readonly sharedBy?: string | undefined;
}

type Run<T> = () => Promise<T>;

/** What other targets draw on too. */
export interface SharedConcurrency {
  readonly budgets: TargetBudgets;
  /** Where all of the target's requests go; undefined: to devices, each by itself. */
  readonly origin: string | undefined;
  /** The URL of a device of a fleet. */
  readonly urlOf: (host: string) => string;
}

/** The limits of one target, by what shares a rate limit beyond the origin: each sender reports its results to them. */
export class ConcurrencyLimits {
  readonly concurrency: Concurrency;
  /** Those of the whole target, for all senders. */
  readonly whole: Semaphore;
  readonly #shared: SharedConcurrency | undefined;
  readonly #all = new Map<string, InFlight>();
  readonly #following: (() => void)[] = [];

  /** `shared`: absent: nothing is shared with other targets. */
  constructor(concurrency: Concurrency, shared?: SharedConcurrency) {
    const { all } = concurrency;
    const { budgets, origin } = shared ?? {};
    this.concurrency = concurrency;
    this.whole = budgets && origin !== undefined ? budgets.semaphore(origin, all) : new Semaphore(all);
    this.#shared = shared;
  }

  /** That of this budget: the same one each time. */
  of(budget: string): InFlight {
    const { all: most, start = most } = this.concurrency;
    const known = this.#all.get(budget) ?? this.#inFlight(budget, { start, most });
    this.#all.set(budget, known);
    return known;
  }

  /** Those of a device. */
  atHost(host: string, count: number): Semaphore {
    return (
      this.#shared?.budgets.semaphore(`device ${this.#shared.urlOf(host)}`, count) ?? new Semaphore(count)
    );
  }

  /** Tells of each change of places, until all is closed. */
  follow(inFlight: InFlight, follow: (places: number) => void): void {
    this.#following.push(inFlight.follow(follow));
  }

  /** Nothing follows any more what others go on with. */
  close(): void {
    for (const leave of this.#following) leave();
  }

  #inFlight(budget: string, bounds: InFlightBounds): InFlight {
    return this.#shared?.budgets.inFlight(`${this.#shared.origin} ${budget}`, bounds) ?? new InFlight(bounds);
  }
}

/**
 * A session whose reads and writes go through lanes: one for each device of a fleet, or for all that shares a rate
 * limit. What waits in the lane of a device that is slow, or does not answer, takes nothing of the others. Lanes of
 * devices have always as many places; the others have what their limit says at each moment. What waits in a lane for
 * its pace takes no place of the whole target: those are taken as requests leave (`ConcurrencyLimits.whole`). Of each
 * session as much may go on as the limit says, and of all that share it together.
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

/** Runs an operation when its turn has come: in its own session, then among all that share the limit. */
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
        // What the signal ends while it waits needs no place: it fails as soon as it begins.
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
