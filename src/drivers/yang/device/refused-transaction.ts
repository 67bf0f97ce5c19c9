/** Derives the reply to each change of a transaction from the single reply of the device. Pure. */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import type { BatchReply } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";

/** A transaction that a device has refused. */
interface RefusedTransaction {
  readonly reply: Extract<Reply, { meaning: "refused" }>;
  /** The positions of the changes that the device's errors concern. */
  readonly about: readonly number[];
}

/** Returns the same reply for each change. */
export function forEachOf(writes: readonly Write[], reply: Reply): BatchReply {
  return { meaning: "over", replies: writes.map(() => reply) };
}

/**
 * Returns the replies after a refusal. The changes that the errors concern get the reason. All other changes get the
 * statement that they were not carried out.
 */
export function toldOf(
  target: string,
  writes: readonly Write[],
  { reply, about }: RefusedTransaction,
): readonly Reply[] {
  const blamed = new Set(writes.length === 1 ? [0] : about);
  if (blamed.size === 0)
    return writes.map((): Reply => ({ ...reply, problem: unnamed(reply.problem, writes.length) }));
  const first = writes.find((_, at) => blamed.has(at));
  return writes.map((_, at): Reply => {
    if (blamed.has(at)) return reply;
    return { ...reply, problem: notWithIt(target, first?.address ?? "") };
  });
}

function notWithIt(target: string, address: string): Problem {
  const why = `because ${address} was refused: a device applies all changes of a transaction or none`;
  const message = `${target}: the change was not applied, ${why}.`;
  return problem("transaction-refused", message, {
    hint:
      "Correct the refused change and apply again. With settings.transaction: resource, trueup sends " +
      "each change separately.",
  });
}

function unnamed({ code, message, hint = "" }: Problem, count: number): Problem {
  const which = `The device does not say which of ${count} changes it refused.`;
  const how =
    "Set settings.transaction of the target to resource, so that trueup sends each change separately.";
  return problem(code, message, { hint: `${hint} ${which} ${how}`.trim() });
}
