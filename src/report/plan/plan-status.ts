/** The exit status of a plan, or of its drift. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import { isFinishDue } from "../../model/status.ts";
import { driftOf } from "../drift/drift.ts";
import { missingScopes } from "../missing-scopes.ts";

/**
 * The exit status of a plan. With `detailed`, it is 2 if there is something to do, or if a server did not accept an
 * earlier write.
 */
export function planStatus(made: Plan, detailed: boolean): 0 | 1 | 2 {
  const due = (made.pending ?? []).filter(isFinishDue);
  if (made.unknown.length + missingScopes(made).length > 0 || due.some(({ problem }) => problem)) return 1;
  const { steps, held, unwritable, notTaken = [] } = made;
  const open = steps.length + held.length + unwritable.length + notTaken.length + due.length;
  return detailed && open > 0 ? 2 : 0;
}

/** The exit status of drift. With `detailed`, it is 2 if there is drift or a conflict. */
export function driftStatus(plan: Plan, detailed: boolean): 0 | 1 | 2 {
  if (plan.unknown.length + missingScopes(plan).length > 0) return 1;
  const { drifted, conflicts, expected, unexpected } = driftOf(plan);
  const found = [drifted, conflicts, expected, unexpected].some((all) => all.length > 0);
  return detailed && found ? 2 : 0;
}
