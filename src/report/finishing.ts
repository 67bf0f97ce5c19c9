/** Describes pending activations at targets, and their results, in lines for people. Pure. */

import type { Plan } from "../model/plan/plan.ts";
import type { ApplyResult, FinishResult } from "../model/reply.ts";
import { isFinishDue, type PendingFinish } from "../model/status.ts";
import { problemText } from "./problems.ts";
import { visible } from "./text/escape.ts";
import type { Style } from "./text/style.ts";
import { fewOf } from "./text/value.ts";

/** The activations that apply makes even if it has no step: `walls to deploy`. */
export function duePhrase({ pending = [] }: Pick<Plan, "pending">): string {
  return pending
    .filter(isFinishDue)
    .map(({ target, verb }) => `${visible(target)} to ${visible(verb)}`)
    .join(", ");
}

/** A line for each target: its pending changes, and whether apply activates them. Not escaped. */
export function pendingLines({ pending = [], steps }: Pick<Plan, "pending" | "steps">): readonly string[] {
  return pending.flatMap((one) => {
    const { target, verb, isOn } = one;
    const isWritten = steps.some((step) => step.target === target);
    const waits = waitingLine(one);
    if (isOn && (isFinishDue(one) || isWritten)) {
      const after = isWritten ? "after the last change there" : "although nothing else changes there";
      return [...waits, `Apply will ${verb} at ${target} ${after}.`];
    }
    return waits;
  });
}

/** `Changes at walls wait to be deployed: fw-1, fw-2.` Not escaped. */
export function waitingLine({ target, done, names, problem }: PendingFinish): readonly string[] {
  if (problem) return [`It is unknown whether changes wait at ${target} to be ${done}: ${problem.message}`];
  return names.length === 0
    ? []
    : [`Changes at ${target} wait to be ${done}: ${fewOf(names, (name) => name)}.`];
}

/** A line for each target with pending changes, even if apply activates them. Not escaped. */
export function waitingLines({ pending = [] }: Pick<Plan, "pending">): readonly string[] {
  return pending.flatMap(waitingLine);
}

/** Activations after an apply: done, pending and failed. */
export function finishedText({ finished = [] }: ApplyResult, style: Style): readonly string[] {
  return finished.map((one) => {
    const { target, verb, done, state, names, problem } = one;
    const at = names.length === 0 ? visible(target) : `${visible(target)} (${fewOf(names, visible)})`;
    if (state === "done") return style.green(`${capital(visible(done))}: ${at}`);
    if (state === "waiting") return style.yellow(`Waits to be ${visible(done)}: ${at}`);
    const text = problem ? `\n  ${problemText(problem, style).trimEnd().replaceAll("\n", "\n  ")}` : "";
    return `${style.red("✘")} ${style.bold(`${visible(verb)} at ${at}`)}: ${ends[state]}${text}`;
  });
}

const ends = { failed: "failed", unknown: "the outcome is unknown", left: "not tried" } as const;

/** True for a result that makes an apply incomplete. */
export function isUnfinished({ state }: FinishResult): boolean {
  return state !== "done" && state !== "waiting";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
