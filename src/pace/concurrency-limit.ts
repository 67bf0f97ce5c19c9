/** The concurrency limit of a target: so many requests in flight at once; writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract.ts";
import type { Scope } from "../model/desired.ts";

/** How much may be under way at once. */
export interface Concurrency {
  /** At the whole target. */
  readonly all: number;
  /** At each device of a fleet. Absent: as many as at the whole target. */
  readonly perHost?: number | undefined;
}

type Run<T> = () => Promise<T>;

/**
 * A session whose reads and writes go through limits of their own: a lane for each device of a fleet, and one for all.
 * What waits in the lane of a device that is slow, or does not answer, takes no place of the others.
 */
export function withConcurrencyLimit(session: Session, { all, perHost }: Concurrency): Session {
  const { close, guards, post, askTask } = session;
  const limit = new PQueue({ concurrency: all });
  const lanes = new Map<string, PQueue>();
  const laneOf = (host: string, concurrency: number) => {
    const lane = lanes.get(host) ?? new PQueue({ concurrency });
    lanes.set(host, lane);
    return lane;
  };
  const within = <T>(scope: Scope, priority: number, run: Run<T>): Promise<T> => {
    const { host } = scope;
    const placed = () => limit.add(run, { priority });
    return host === undefined || perHost === undefined
      ? placed()
      : laneOf(host, perHost).add(placed, { priority });
  };
  return {
    close,
    guards,
    post: post && ((message, signal) => limit.add(() => post(message, signal))),
    preview: (write) => session.preview(write),
    read: (request, signal) => within(request.scope, 0, () => session.read(request, signal)),
    askTask: askTask && ((task, signal) => limit.add(() => askTask(task, signal), { priority: 1 })),
    write: (write, signal) => within(write.scope, 1, () => session.write(write, signal)),
  };
}
