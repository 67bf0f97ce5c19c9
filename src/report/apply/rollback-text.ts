/** Describes irreversible steps, and the result of a rollback, as text. */

import type { Plan } from "../../model/plan/plan.ts";
import type { Step } from "../../model/plan/step.ts";
import type { ApplyResult, SettledStep } from "../../model/reply.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, nameShown } from "../text/value.ts";

/** The heading of the irreversible steps. */
export const irreversibleTitle = "Cannot be (fully) rolled back";

/**
 * The steps of a plan that `--rollback-on-failure` cannot roll back, with reasons. Empty if it can roll back all steps.
 */
export function irreversibleOf({ steps }: Plan): readonly (Step & { readonly irreversible: string })[] {
  return steps.flatMap((step) => {
    const { irreversible } = step;
    return irreversible === undefined ? [] : [{ ...step, irreversible }];
  });
}

/** Like `irreversibleOf`, as text for a terminal. Begins with an empty line, unless the text is empty. */
export function irreversibleText(plan: Plan, style: Style): string {
  const lines = irreversibleOf(plan).map(
    ({ id, irreversible }) => `  ${style.yellow("!")} ${visible(id)}: ${visible(irreversible)}`,
  );
  return lines.length === 0 ? "" : `\n${[style.bold(irreversibleTitle), ...lines].join("\n")}\n`;
}

/** The changes that a run has rolled back, and those that stay applied. Empty if there was no rollback. */
export function rolledBackText({ rolledBack }: ApplyResult, style: Style): readonly string[] {
  if (!rolledBack) return [];
  const { settled, left, nonConvergent, unverified } = rolledBack;
  const done = settled.filter(isDone).length;
  const rest = done === settled.length ? "" : ` of ${settled.length}`;
  const head = style.bold(`Rolled back: ${done}${rest} ${done === 1 && rest === "" ? "change" : "changes"}`);
  const failed = settled.flatMap(({ step, outcome }) => {
    if (outcome.state === "failed" || outcome.state === "unknown")
      return [`  ${style.red("✘")} ${visible(step)}: ${visible(outcome.problem.message)}`];
    return outcome.state === "skipped" ? [`  ${style.yellow("-")} ${visible(step)}: not tried`] : [];
  });
  const stays = left.map(
    ({ address, reason }) => `  ${style.yellow("!")} ${nameShown(address)}: ${visible(reason)}`,
  );
  const odd = nonConvergent.length + unverified.length;
  const doubt =
    odd === 0
      ? []
      : [`  ${counted(odd, "field")} differ from before, or were not read again: run trueup plan`];
  const body = [
    ...failed,
    ...(stays.length > 0 ? ["  These changes stay applied:"] : []),
    ...stays,
    ...doubt,
  ];
  return [[head, ...body].join("\n")];
}

function isDone({ outcome }: SettledStep): boolean {
  return outcome.state === "applied" || outcome.state === "converged";
}
