/** A lane for each target: how many requests are in flight at once, and that writes go before reads. */

import PQueue from "p-queue";
import type { Session } from "../drivers/contract.ts";

/** A session whose reads and writes go through a lane of their own. */
export function withConcurrencyLimit(session: Session, concurrency: number): Session {
  const { post } = session;
  const lane = new PQueue({ concurrency });
  return {
    ...(session.close && { close: (signal: AbortSignal) => session.close?.(signal) ?? Promise.resolve() }),
    ...(post && { post: (message, signal) => lane.add(() => post(message, signal)) }),
    preview: (write) => session.preview(write),
    read: (request, signal) => lane.add(() => session.read(request, signal), { priority: 0 }),
    write: (write, signal) => lane.add(() => session.write(write, signal), { priority: 1 }),
  };
}
