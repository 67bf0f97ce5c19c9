/** The concurrency limit of a target: so many requests in flight at once; writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract.ts";

/** A session whose reads and writes go through a limit of their own. */
export function withConcurrencyLimit(session: Session, concurrency: number): Session {
  const { post } = session;
  const limit = new PQueue({ concurrency });
  return {
    close: session.close && ((signal) => session.close?.(signal) ?? Promise.resolve()),
    post: post && ((message, signal) => limit.add(() => post(message, signal))),
    guards: session.guards && ((write) => session.guards?.(write) ?? false),
    preview: (write) => session.preview(write),
    read: (request, signal) => limit.add(() => session.read(request, signal), { priority: 0 }),
    write: (write, signal) => limit.add(() => session.write(write, signal), { priority: 1 }),
  };
}
