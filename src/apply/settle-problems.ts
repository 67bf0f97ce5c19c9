/** How a step ends that could not be carried out, in words. Pure. */

import { addressParts } from "../model/address.ts";
import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Outcome } from "../model/reply.ts";

/** A step that was sent, and how often again. */
interface Sent {
  readonly step: Step;
  readonly again: number;
}

/** The reply was lost, and no look could say what became of the write. */
export function indeterminate({ step }: Sent, why: string): Outcome {
  const { address } = step;
  const text = `the reply to the ${step.operation} was lost, and looking again did not tell: ${why}`;
  const hint = "Run apply again: it looks before it writes.";
  return { state: "unknown", problem: problem("outcome-unknown", text, { address, hint }) };
}

/** Sent as often as a step may be, and never taken. */
export function gaveUp({ step, again }: Sent, detail: string): Problem {
  const { address } = step;
  const { target } = addressParts(address);
  const text = `${address}: sent ${again + 1} times, and ${target} never took it: ${detail}`;
  return problem("gave-up", text, { address, hint: "Look at the target's own log." });
}
