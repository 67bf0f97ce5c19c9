/** The outcomes of steps with their texts, for each way in which a step can end. Pure. */

import { addressParts } from "../../model/address.ts";
import type { Step } from "../../model/plan/step.ts";
import { ours, type Problem, problem, sentence } from "../../model/problem.ts";
import type { MissingPart, Outcome, Task } from "../../model/reply.ts";
import type { StepEnding, StepExecution } from "./execution.ts";

/** The outcome of a step. If a create succeeded but its follow-up update did not, the text says so. */
export function stepOutcome(on: StepExecution, ending: StepEnding): Outcome {
  const outcome = outcomeOf(on, ending);
  const isCreated = on.created !== undefined && on.planned.action === "create";
  if (!isCreated || !("problem" in outcome) || ending.is === "acceptedUnseen") return outcome;
  const { code, message, sentence: parts, address, hint } = outcome.problem;
  const failed = outcome.state === "failed" ? "failed" : "may have failed";
  const words = ours(`the resource was created, but the update that sets its other fields ${failed}`);
  return {
    state: outcome.state,
    problem: problem(code, sentence`${words}: ${parts ?? message}`, { address, hint }),
  };
}

function outcomeOf(on: StepExecution, ending: StepEnding): Outcome {
  // If this step has made its create, its current write is the update that follows.
  const isAfterCreate = on.created !== undefined && on.change.action === "update";
  const step: Step = isAfterCreate ? { ...on.step, operation: "update" } : on.step;
  switch (ending.is) {
    case "applied":
      return { state: "applied", ...(ending.id !== undefined && { id: ending.id }) };
    case "converged":
      return { state: "converged" };
    case "interrupted":
      return { state: "skipped", because: "interrupted" };
    case "failed":
      return { state: "failed", problem: ending.problem };
    case "refused":
      return { state: "failed", problem: refused(on, ending.problem) };
    case "refusedUnchanged":
      return { state: "failed", problem: refused(on, refusedUnchanged(step, ending)) };
    case "stillConflicting":
      return { state: "failed", problem: stillConflicting(on, ending.detail) };
    case "gaveUp":
      return { state: "failed", problem: gaveUp(on, ending.detail) };
    case "indeterminate":
      return unsettled(step, `the reply to the ${step.operation} was lost`, ending.why);
    case "acceptedUnseen":
      return { state: "unknown", problem: acceptedUnseen(step) };
    case "unseenConflict": {
      const answered = `the ${step.operation} was answered with a conflict (${ending.detail})`;
      return unsettled(step, answered, ending.why);
    }
    case "unreachable":
      return { state: "unknown", problem: unreachable(on, ending.detail) };
    case "taskUnknown":
      return { state: "unknown", problem: taskUnknown(step, ending.task, ending.why) };
  }
}

function unsettled({ address }: Step, answered: string, why: string): Outcome {
  const text = `${answered}, and a new read did not show whether the change was applied: ${why}`;
  const hint = "Run apply again: it reads the live state before it writes.";
  return { state: "unknown", problem: problem("outcome-unknown", text, { address, hint }) };
}

function acceptedUnseen({ address }: Step): Problem {
  const text = `${address}: the create was accepted, but no list shows the resource yet`;
  const hint = "Run apply again later: it looks for the resource, and does not create it a second time.";
  return problem("accepted-unseen", text, { address, hint });
}

function unreachable({ step: { address, operation }, isSecondTry }: StepExecution, detail: string): Problem {
  const tried = isSecondTry ? " twice" : "";
  const text = `${address}: the ${operation} was started${tried}, but a device could not be reached: ${detail}`;
  const hint = "Run apply again once the device is reachable: the plan then contains its remaining changes.";
  return problem("device-unreachable", text, { address, hint });
}

function taskUnknown({ address, operation }: Step, task: Task, why: string): Problem {
  const text = `the ${operation} became task ${task.id}, whose result is unknown: ${why}`;
  const hint = `Run apply again, which polls the task first, or look for task ${task.id} on the controller.`;
  return problem("task-unknown", text, { address, hint });
}

function gaveUp({ step: { address }, again }: StepExecution, detail: string): Problem {
  const { target } = addressParts(address);
  const text = `${address}: trueup sent the change ${again + 1} times, and ${target} never accepted it: ${detail}`;
  return problem("gave-up", text, { address, hint: "Look in the target's own log for the reason." });
}

/** Returns the problem of a refused step. If the step was retried, the text says so. */
function refused({ step: { address }, isSecondTry }: StepExecution, why: Problem): Problem {
  if (!isSecondTry) return { ...why, address };
  const again = "trueup retried this change once, after the other changes of the device.";
  return { ...why, address, hint: `${why.hint ?? ""} ${again}`.trim() };
}

type Unchanged = Extract<StepEnding, { is: "refusedUnchanged" }>;

function refusedUnchanged(step: Step, { detail, hint, missing }: Unchanged): Problem {
  const { address, operation } = step;
  if (missing?.what === "reference") return missingReference(step, detail, missing);
  const text = `${address}: the ${operation} was refused, although the resource is still as it was read: ${detail}`;
  const own = "Change desired state according to the server's reason.";
  return problem("refused-unchanged", text, { address, hint: hint ?? own });
}

function missingReference({ address, operation }: Step, detail: string, { path }: MissingPart): Problem {
  const leaf = path ?? "a field that the device did not name";
  const isRemoval = operation === "remove";
  const what = isRemoval
    ? "to this resource, and would then refer to nothing"
    : "to something that the device does not have";
  const hint = isRemoval
    ? "Change or remove the reference, or declare this resource again."
    : "Declare the object that it refers to, or change the reference.";
  const text = `${address}: the ${operation} was refused because ${leaf} refers ${what}: ${detail}`;
  return problem("missing-reference", text, { address, hint });
}

function stillConflicting({ step: { address }, waited }: StepExecution, detail: string): Problem {
  const seconds = Math.round(waited.locked / 1000);
  const what = `the server refused the change for ${seconds} s, although the resource is still as it was read`;
  const text = `${address}: ${what}: ${detail}`;
  const hint =
    "Check whether someone holds a lock. If nobody does, the server always refuses this change. " +
    "limits.lockSeconds of the target sets how long trueup retries.";
  return problem("still-conflicting", text, { address, hint });
}
