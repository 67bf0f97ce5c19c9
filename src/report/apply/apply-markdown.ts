/** Renders the result of an apply as Markdown for a job summary, and as outputs for later steps. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import type { ApplyResult, Outcome } from "../../model/reply.ts";
import { missingText } from "../missing-scopes.ts";
import { code } from "../text/escape.ts";
import { fencedText } from "../text/markdown.ts";
import { plain } from "../text/style.ts";
import { counted } from "../text/value.ts";
import { applyText } from "./apply-text.ts";

/** The result as on a terminal, in a fenced block that no text can end. Ends with a line break. */
export function applyMarkdown(
  plan: Pick<Plan, "environment" | "titles" | "unwritable">,
  result: ApplyResult,
): string {
  const said = [...missingText(plan, plain), applyText(result, plain, plan)].join("\n\n");
  return fencedText(`Apply to ${code(plan.environment)}`, said);
}

/** Why nothing was applied, or why there was nothing to apply. Ends with a line break. */
export function notAppliedMarkdown(plan: Pick<Plan, "environment">, why: string): string {
  return fencedText(`Nothing was applied to ${code(plan.environment)}`, why);
}

/**
 * The Markdown for an apply that applied nothing: everything is as declared, the differences cannot be written, or
 * nobody has reviewed the changes. `skipped` is the number of changes without a review.
 */
export function nothingAppliedMarkdown(plan: Plan, skipped = 0): string {
  if (skipped > 0)
    return notAppliedMarkdown(
      plan,
      `No reviewed plan contains the remaining changes: ${counted(skipped, "change")}.`,
    );
  const { unknown, unwritable, held, converged } = plan;
  const open = [
    ...(unwritable.length > 0 ? [`${unwritable.length} cannot be written`] : []),
    ...(held.length > 0 ? [`${held.length} held back because of health`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown`] : []),
  ];
  if (open.length === 0)
    return notAppliedMarkdown(plan, `Everything is as declared: ${counted(converged, "resource")}.`);
  const counts = `There is nothing that trueup can write: ${[...open, `${converged} as declared`].join(", ")}.`;
  return notAppliedMarkdown(plan, [...missingText(plan, plain), counts].join("\n\n"));
}

/** Lines of `name=value`; all values are numbers. */
export function applyOutputs({ settled, nonConvergent }: ApplyResult, status: number): string {
  const of = (state: Outcome["state"]) => settled.filter(({ outcome }) => outcome.state === state).length;
  const outputs = {
    "exit-status": status,
    applied: of("applied"),
    converged: of("converged"),
    failed: of("failed"),
    unknown: of("unknown"),
    skipped: of("skipped"),
    "non-convergent": nonConvergent.length,
  };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
