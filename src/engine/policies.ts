/** What judges plans by the project's policies, and what only the moment of an apply decides. */

import type { Desired } from "../model/desired.ts";
import type { Plan } from "../model/plan.ts";
import type { Project } from "../model/project.ts";
import { type MetPolicies, type PolicyJudge, sortedOut } from "../plan/guards/policies.ts";
import { judgeDesired, judgePlan } from "../policies/judge.ts";
import { computed } from "../runtime/signals.ts";

interface Judged {
  readonly project: Project;
  readonly desired: Desired;
}

/** What judges plans by the project's policies; undefined where it has none. */
export async function policyJudge({ project, desired }: Judged): Promise<PolicyJudge | undefined> {
  const { policies = [], environment } = project;
  if (policies.length === 0) return undefined;
  const found = await computed(desired.resources.size, () => judgeDesired(policies, desired, environment));
  return { found, ofPlan: (changes) => judgePlan(policies, { changes, environment }) };
}

/** What a plan meets of policies that ask for the time: it is the same at any time, so only apply asks them. */
export function timedPolicies(
  { changes, steps }: Pick<Plan, "changes" | "steps">,
  { project, desired, nowIso }: Judged & { readonly nowIso: string },
): MetPolicies {
  const { policies = [], environment } = project;
  const written = new Set(steps.flatMap(({ because }) => because));
  const own = changes.filter(({ address }) => written.has(address));
  return sortedOut(judgePlan(policies, { changes: own, environment, nowIso }), desired);
}
