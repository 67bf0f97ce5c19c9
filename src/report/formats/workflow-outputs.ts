/** Converts a plan to the outputs of a workflow step: names and values for later steps. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import { isFinishDue } from "../../model/status.ts";
import { driftOf } from "../drift/drift.ts";
import { groupsOf } from "../plan/change-groups.ts";

/** Lines of `name=value`. Every value is a number, a boolean or a fingerprint, so none contains a line break. */
export function stepOutputs(plan: Plan): string {
  const of = (operation: string) => plan.steps.filter((step) => step.operation === operation).length;
  const groups = groupsOf(plan);
  const because = (reason: string) => groups.find((group) => group.reason === reason)?.changes.length ?? 0;
  const { expected, unexpected } = driftOf(plan);
  const due = (plan.pending ?? []).filter(isFinishDue);
  const outputs = {
    fingerprint: plan.fingerprint,
    "has-changes": plan.steps.length + plan.unwritable.length + due.length > 0,
    "has-drift": because("drift") + because("conflict") + expected.length + unexpected.length > 0,
    preview: plan.preview !== undefined,
    creates: of("create"),
    updates: of("update"),
    removes: of("remove"),
    drifted: because("drift"),
    conflicts: because("conflict"),
    refused: plan.guards.length,
    held: plan.held.length,
    unwritable: plan.unwritable.length,
    unknown: plan.unknown.length,
    converged: plan.converged,
  };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
