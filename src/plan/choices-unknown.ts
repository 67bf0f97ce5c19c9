/** Counts updates that may remove nodes of other choice cases, if there are no YANG modules to decide this. Pure. */

import type { Change } from "../model/change.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step } from "../model/plan/step.ts";
import type { TargetFacts } from "./prerequisites.ts";

/**
 * Returns the number of updates that may remove such nodes, by target; undefined if there are none. Without a schema,
 * any new node may displace a node of another case.
 */
export function choicesUnknownIn(
  steps: readonly Step[],
  changes: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): Pick<Plan, "choicesUnknown"> {
  const found: Record<string, number> = {};
  const stepped = new Set(steps.flatMap(({ because }) => because));
  for (const change of changes) {
    if (change.action !== "update" || !stepped.has(change.address)) continue;
    const { target } = change.desired;
    const comes = change.differences.some(({ desired, live }) => desired !== undefined && live === undefined);
    if (comes && facts.get(target)?.seesDisplaced === false) found[target] = (found[target] ?? 0) + 1;
  }
  return Object.keys(found).length === 0 ? {} : { choicesUnknown: found };
}
