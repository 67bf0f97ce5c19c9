/** The concurrency limits of a target: so many requests in flight at once; writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract.ts";
import type { Scope } from "../model/desired.ts";
import { InFlight } from "./in-flight.ts";
import { Places } from "./places.ts";

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

/** The limits of one target, by what shares a rate limit beyond the origin: each sender reports its results to them. */
export class ConcurrencyLimits {
  readonly concurrency: Concurrency;
  /** Those of the whole target, for all senders. */
  readonly whole: Places;
  readonly #all = new Map<string, InFlight>();

  constructor(concurrency: Concurrency) {
    this.concurrency = concurrency;
    this.whole = new Places(concurrency.all);
  }

  /** That of this budget: the same one each time. */
  of(budget: string): InFlight {
    const { all: most, start = most } = this.concurrency;
    const known = this.#all.get(budget) ?? new InFlight({ start, most });
    this.#all.set(budget, known);
    return known;
  }
}

/**
 * A session whose reads and writes go through lanes: one for each device of a fleet, or for all that shares a rate
 * limit. What waits in the lane of a device that is slow, or does not answer, takes nothing of the others. Lanes of
 * devices have always as many places; the others have what their limit says at each moment. What waits in a lane for
 * its pace takes no place of the whole target: those are taken as requests leave (`ConcurrencyLimits.whole`).
 */
export function withConcurrencyLimit(session: Session, limits: ConcurrencyLimits): Session {
  const { post, batching, modules } = session;
  const laneOf = lanesOf(limits);
  const within = <T>(scope: Scope, priority: number, run: Run<T>): Promise<T> =>
    laneOf(scope).add(run, { priority });
  return {
    ...session,
    post: post && ((message, signal) => within({}, 0, () => post(message, signal))),
    read: (request, signal) => within(request.scope, 0, () => session.read(request, signal)),
    batching: batching && {
      ...batching,
      send: (writes, signal) => within(writes[0]?.scope ?? {}, 1, () => batching.send(writes, signal)),
    },
    modules: modules && {
      list: (host, signal) => within({ host }, 0, () => modules.list(host, signal)),
      text: (host, module, signal) => within({ host }, 0, () => modules.text(host, module, signal)),
    },
    write: (write, signal) => within(write.scope, 1, () => session.write(write, signal)),
  };
}

function lanesOf(limits: ConcurrencyLimits): (scope: Scope) => PQueue {
  const { perHost, sharedBy } = limits.concurrency;
  const lanes = new Map<string, PQueue>();
  const laneOf = (key: string, make: () => PQueue) => {
    const lane = lanes.get(key) ?? make();
    lanes.set(key, lane);
    return lane;
  };
  const ofBudget = (budget: string) => {
    const inFlight = limits.of(budget);
    const lane = new PQueue({ concurrency: inFlight.places() });
    inFlight.follow((places) => {
      lane.concurrency = places;
    });
    return lane;
  };
  return (scope) => {
    const { host } = scope;
    if (host !== undefined && perHost !== undefined)
      return laneOf(`host ${host}`, () => new PQueue({ concurrency: perHost }));
    const budget = sharedBy === undefined ? "" : (scope[sharedBy] ?? "");
    return laneOf(`budget ${budget}`, () => ofBudget(budget));
  };
}
