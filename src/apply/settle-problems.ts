/** The problems of steps that could not be carried out. Pure. */

import { addressParts } from "../model/address.ts";
import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Outcome } from "../model/reply.ts";
import type { SettlingStep } from "./settling.ts";

/** A step that was sent, and how often again. */
interface Sent {
  readonly step: Step;
  readonly again: number;
}

/** The reply was lost, and no look could say the outcome of the write. */
export function indeterminate({ step }: Sent, why: string): Outcome {
  const { address } = step;
  const text = `the reply to the ${step.operation} was lost, and reading again did not settle it: ${why}`;
  const hint = "Run apply again: it reads before it writes.";
  return { state: "unknown", problem: problem("outcome-unknown", text, { address, hint }) };
}

/** Answered as a conflict, perhaps because it had been carried out already, and no look could tell. */
export function unseenConflict({ step }: Sent, detail: string, why: string): Outcome {
  const { address } = step;
  const answered = `the ${step.operation} was answered with a conflict (${detail})`;
  const text = `${answered}, and reading again did not settle it: ${why}`;
  const hint = "Run apply again: it reads before it writes.";
  return { state: "unknown", problem: problem("outcome-unknown", text, { address, hint }) };
}

/** Sent as often as a step may be, and never taken. */
export function gaveUp({ step, again }: Sent, detail: string): Problem {
  const { address } = step;
  const { target } = addressParts(address);
  const text = `${address}: sent ${again + 1} times, and ${target} never accepted it: ${detail}`;
  return problem("gave-up", text, { address, hint: "Look at the target's own log." });
}

/** Refused as a conflict, although live is as it was seen: no waiting helps, and there is no lock. */
export function refusedUnchanged(
  { step }: Sent,
  { detail, hint }: { readonly detail: string; readonly hint: string | undefined },
): Problem {
  const { address, operation } = step;
  const text = `${address}: the ${operation} was refused, although nothing has changed since it was read: ${detail}`;
  const own = "The server gives the reason: change desired state accordingly.";
  return problem("refused-unchanged", text, { address, hint: hint ?? own });
}

/** Refused as a conflict for as long as a lock is waited for, although live is as it was seen. */
export function perhapsLocked(
  { step, waited }: Sent & Pick<SettlingStep, "waited">,
  detail: string,
): Problem {
  const { address } = step;
  const seconds = Math.round(waited.locked / 1000);
  const text = `${address}: refused for ${seconds} s, although nothing has changed since it was read: ${detail}`;
  const hint =
    "Either someone holds a lock, or the server always refuses this. limits.lockSeconds sets how long trueup retries.";
  return problem("still-conflicting", text, { address, hint });
}
