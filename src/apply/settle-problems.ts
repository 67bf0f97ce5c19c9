/** The problems of steps that could not be carried out. Pure. */

import { addressParts } from "../model/address.ts";
import type { Step } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { MissingPart, Outcome } from "../model/reply.ts";
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

/** Never shown: the write is looked at again. */
export function tooLate({ step }: Pick<SettlingStep, "step">): Problem {
  return problem("not-fresh", `${step.id}: its turn came too late for what was read for it`);
}

/** Sent as often as a step may be, and never taken. */
export function gaveUp({ step, again }: Sent, detail: string): Problem {
  const { address } = step;
  const { target } = addressParts(address);
  const text = `${address}: sent ${again + 1} times, and ${target} never accepted it: ${detail}`;
  return problem("gave-up", text, { address, hint: "Look at the target's own log." });
}

/** How a write was refused as a conflict. */
interface RefusedConflict {
  readonly detail: string;
  readonly hint: string | undefined;
  readonly missing: MissingPart | undefined;
}

/** Refused as a conflict, although live is as it was seen: no waiting helps, and there is no lock. */
export function refusedUnchanged({ step }: Sent, { detail, hint, missing }: RefusedConflict): Problem {
  const { address, operation } = step;
  if (missing?.what === "reference") return missingReference(step, detail, missing);
  const text = `${address}: the ${operation} was refused, although nothing has changed since it was read: ${detail}`;
  const own = "The server gives the reason: change desired state accordingly.";
  return problem("refused-unchanged", text, { address, hint: hint ?? own });
}

function missingReference({ address, operation }: Step, detail: string, { path }: MissingPart): Problem {
  const leaf = path ?? "something that the device does not name";
  const isRemoval = operation === "remove";
  const what = isRemoval ? "to it, and would refer to nothing" : "to something that the device does not have";
  const hint = isRemoval
    ? "Change or remove what refers to it, or declare this again."
    : "Declare what it refers to, or let it refer to something else.";
  const text = `${address}: the ${operation} was refused, since ${leaf} refers ${what}: ${detail}`;
  return problem("missing-reference", text, { address, hint });
}

/** The problem of a step that was refused; where it was tried once more, with the words for that. */
export function refusedAgain(
  { step, isSecondTry }: Pick<SettlingStep, "step" | "isSecondTry">,
  why: Problem,
): Problem {
  const { address } = step;
  if (!isSecondTry) return { ...why, address };
  const again = "It was tried once more after the other changes of its device.";
  return { ...why, address, hint: `${why.hint ?? ""} ${again}`.trim() };
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
