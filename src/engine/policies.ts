/** Judges plans by the project's policies. Time-based policies are judged only during an apply. */

import type { Desired } from "../model/desired.ts";
import { blastRadius, type TouchingPlan } from "../model/plan/blast-radius.ts";
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
 * Returns the judge of plans by the project's policies; undefined if there are no policies. In drift-only mode,
 * `desired` lacks the pending changes, so violations in `whole`, which contains them, count too.
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
  return {
    found,
    ofPlan: (written, radius) => judgePlan(policies, { changes: written, radius, environment }),
  };
}

function findingKey({ policy, message, addresses }: PolicyFinding): string {
  return JSON.stringify([policy.name, message, addresses]);
}

/**
 * Returns the findings of time-based policies. Only an apply evaluates these policies, since a plan must be the same at
 * any time.
 */
export function timedPolicies(
  plan: TouchingPlan,
  { project, desired, nowIso }: Judged & { readonly nowIso: string },
): MetPolicies {
  const { policies = [], environment } = project;
  const { changes, steps } = plan;
  const written = new Set(steps.flatMap(({ because }) => because));
  const own = changes.filter(({ address }) => written.has(address));
  return sortedOut(
    judgePlan(policies, { changes: own, radius: blastRadius(plan), environment, nowIso }),
    desired,
  );
}
