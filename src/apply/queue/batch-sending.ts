/** Sends one batch and reports its outcome. If the reply is lost, searches for the batch. */

import type { BatchSession } from "../../drivers/contract/batch-session.ts";
import type { Write } from "../../drivers/contract/contract.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds, Reply, Task } from "../../model/reply.ts";
import type { Clock } from "../../model/wire.ts";

/** What sending a batch needs from its surroundings. */
export interface BatchPorts {
  readonly batching: BatchSession;
  readonly clock: Clock;
}

/** The outcome of a batch. */
export type BatchResult =
  /** The batch is running. There is one reply per write, in order. */
  | { readonly is: "running"; readonly id: string; readonly replies: readonly Reply[] }
  /** The batch has ended. There is one reply per write, in order. */
  | { readonly is: "over"; readonly replies: readonly Reply[] }
  /**
   * The batch was not carried out: it was rejected as a whole, or the live state has changed since the writes were
   * planned. `named`: the positions of the writes that the reply names.
   */
  | { readonly is: "refused" | "conflict"; readonly named: readonly number[] }
  /** The batch was never sent, because its writes have these problems, given in the order of the writes. */
  | { readonly is: "held"; readonly problems: readonly (Problem | undefined)[] }
  /** All writes get the same reply: busy or lost. */
  | { readonly is: "answered"; readonly reply: Reply };

/** The delays before searches for a batch whose reply was lost. */
const looksAfter: readonly Milliseconds[] = [0, 2000, 5000];

/** The reply for a write that the batch's reply does not mention. */
export const lostPart: Reply = {
  meaning: "lost",
  detail: "the answer to the batch does not mention this request",
};

/** Sends a batch once. When the signal is aborted, rejects in the same way as the session. */
export async function sendTogether(
  { batching, clock }: BatchPorts,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<BatchResult> {
  const reply = await batching.send(writes, signal);
  switch (reply.meaning) {
    case "tasks":
      return running(reply.tasks);
    case "held":
      return { is: "held", problems: reply.problems };
    case "over":
      return { is: "over", replies: reply.replies };
    case "refused":
    case "conflict":
      return { is: reply.meaning, named: reply.named ?? [] };
    case "busy":
      return { is: "answered", reply };
    case "lost": {
      const found = await lookFor({ batching, clock }, writes, signal);
      return found ? running(found) : { is: "answered", reply };
    }
  }
}

function running(tasks: readonly Task[]): BatchResult {
  const replies = tasks.map((task): Reply => ({ meaning: "pending", task }));
  return { is: "running", id: tasks[0]?.id ?? "", replies };
}

async function lookFor(
  { batching, clock }: BatchPorts,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<readonly Task[] | undefined> {
  const { find } = batching.tasks ?? {};
  if (find === undefined) return undefined;
  for (const ms of looksAfter) {
    if (ms > 0) await clock.wait(ms, signal);
    const found = await find(writes, signal);
    if (found) return found;
  }
  return undefined;
}
