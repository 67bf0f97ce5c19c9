/** What judges plans by the project's policies, and what only the moment of an apply decides. */

import type { Desired } from "../model/desired.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { PolicyFinding } from "../model/policy.ts";
import type { Project } from "../model/project.ts";
import { type MetPolicies, type PolicyJudge, sortedOut } from "../plan/guards/policies.ts";
import { judgeDesired, judgePlan } from "../plan/policies/judge.ts";
import { computed, fromFiles } from "../runtime/signals.ts";

interface Judged {
  readonly project: Project;
  readonly desired: Desired;
}

/**
 * What judges plans by the project's policies; undefined where it has none. Where `desired` asks for drift alone,
 * what the `whole` one does not keep counts too.
 */
export async function policyJudge(
  { project, desired }: Judged,
  whole?: Desired,
): Promise<PolicyJudge | undefined> {
  const { policies = [], environment } = project;
  if (policies.length === 0) return undefined;
  const judged = (of: Desired) => computed(fromFiles, () => judgeDesired(policies, of, environment));
  const own = await judged(desired);
  const known = new Set(own.map(findingKey));
  const others = whole ? (await judged(whole)).filter((one) => !known.has(findingKey(one))) : [];
  const found = [...own, ...others];
  return { found, ofPlan: (changes) => judgePlan(policies, { changes, environment }) };
}

function findingKey({ policy, message, addresses }: PolicyFinding): string {
  return JSON.stringify([policy.name, message, addresses]);
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
