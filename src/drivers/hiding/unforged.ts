/** Refuses to send texts that could be mistaken for stand-ins, whatever their source. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Session, Write } from "../contract/contract.ts";
import { isLikeStandIn } from "./stand-ins.ts";

/** Wraps a session so that it refuses writes with texts that could be mistaken for stand-ins. */
export function unforged(below: Session): Session {
  const { batching } = below;
  return {
    ...below,
    write: async (write, signal) => {
      const fault = forged(write);
      return fault ? { meaning: "refused", problem: fault } : below.write(write, signal);
    },
    ...(batching && {
      batching: {
        ...batching,
        send: async (writes, signal) => {
          const problems = writes.map(forged);
          return problems.some((each) => each !== undefined)
            ? { meaning: "held", problems }
            : batching.send(writes, signal);
        },
      },
    }),
  };
}

function forged({ address, desired, live }: Write): Problem | undefined {
  if (!isLikeStandIn(JSON.stringify([desired ?? null, live?.value ?? null]))) return undefined;
  const message = `${address} was not sent: one of its declared or live texts contains the character U+E000.`;
  return problem("bad-character", message, {
    hint: "Remove this character, which trueup uses to mark secrets.",
  });
}
