/** The concurrency limit of a target: so many requests in flight at once; writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract.ts";
import type { Scope } from "../model/desired.ts";
import { InFlight } from "./in-flight.ts";

/** How much may be under way at once. */
export interface Concurrency {
  /** At the whole target: never more. */
  readonly all: number;
  /** At each device of a fleet, always. */
  readonly perHost?: number | undefined;
  /** Of what is no device: with how many each of its limits begins. Absent: with as many as at the whole target. */
  readonly start?: number | undefined;
  /** The word of a scope that has a limit of its own, where there is such: an organization's id. */
  readonly sharedBy?: string | undefined;
}

type Run<T> = () => Promise<T>;

/** The limits of one target, by what shares a rate limit beyond the origin: whoever sends tells them how it fares. */
export class ConcurrencyLimits {
  readonly concurrency: Concurrency;
  readonly #all = new Map<string, InFlight>();

  constructor(concurrency: Concurrency) {
    this.concurrency = concurrency;
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
 * A session whose reads and writes go through limits of their own: a lane for each device of a fleet, or for all that
 * shares a rate limit, and one for the whole target. What waits in the lane of a device that is slow, or does not
 * answer, takes no place of the others. Lanes of devices have always as many places; the others have what their
 * limit says at each moment.
 */
export function withConcurrencyLimit(session: Session, limits: ConcurrencyLimits): Session {
  const { close, guards, post, askTask, batching, changes, finishing, modules } = session;
  const { tasks } = batching ?? {};
  const limit = new PQueue({ concurrency: limits.concurrency.all });
  const laneOf = lanesOf(limits);
  const within = <T>(scope: Scope, priority: number, run: Run<T>): Promise<T> =>
    laneOf(scope).add(() => limit.add(run, { priority }), { priority });
  return {
    close,
    guards,
    changes: changes && ((of, signal) => limit.add(() => changes(of, signal))),
    post: post && ((message, signal) => limit.add(() => post(message, signal))),
    preview: (write) => session.preview(write),
    previews: (write) => session.previews?.(write),
    read: (request, signal) => within(request.scope, 0, () => session.read(request, signal)),
    askTask: askTask && ((task, signal) => limit.add(() => askTask(task, signal), { priority: 1 })),
    batching: batching && {
      ...batching,
      send: (writes, signal) => within(writes[0]?.scope ?? {}, 1, () => batching.send(writes, signal)),
      tasks: tasks && {
        find: (writes, signal) => limit.add(() => tasks.find(writes, signal), { priority: 1 }),
        ask: (asked, signal) => limit.add(() => tasks.ask(asked, signal), { priority: 1 }),
      },
    },
    finishing: finishing && {
      waiting: (written, signal) => limit.add(() => finishing.waiting(written, signal)),
      finish: (items, signal) => limit.add(() => finishing.finish(items, signal), { priority: 1 }),
      askFinish: (task, signal) => limit.add(() => finishing.askFinish(task, signal), { priority: 1 }),
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
