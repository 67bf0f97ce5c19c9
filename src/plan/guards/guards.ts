/** The guards: what a plan must not do without a consent that names it. Pure. */

import { blastRadius } from "../../model/plan/blast-radius.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { base } from "./base.ts";
import { type Danger, type Guard, type GuardInput, writtenChanges } from "./finding.ts";
import { lockedOut } from "./locked-out.ts";
import { lockout } from "./lockout.ts";
import { moderators } from "./moderators.ts";
import { omission } from "./omission.ts";
import { metPolicies, type PolicyJudge } from "./policies.ts";
import { protect } from "./protect.ts";
import { removals, vanished } from "./removals.ts";

const guards: readonly Guard[] = [
  base,
  protect,
  removals,
  vanished,
  omission,
  lockout,
  lockedOut,
  moderators,
];

/** The names of all guards, including freezes and policies. Each has a row in docs/guards.md. */
export const guardNames: readonly string[] = [
  "base",
  "protect",
  "removals",
  "vanished",
  "omission",
  "lockout",
  "moderators",
  "freeze",
  "policy",
];

/**
 * Returns the findings of guards and policies in a plan with this fingerprint: guards in the order above, then
 * policies. Warnings are returned separately.
 */
export function guarded(
  on: GuardInput,
  fingerprint: string,
  policies: PolicyJudge | undefined,
): Pick<Plan, "guards" | "policyWarnings"> {
  const found = guards.flatMap((guard) => guard(on) ?? []);
  const met =
    policies &&
    metPolicies(policies, writtenChanges(on), {
      locate: (...of) => on.desired.locate(...of),
      radius: blastRadius(on),
    });
  const dangers = [...found, ...(met?.dangers ?? [])];
  const warnings = met?.warnings ?? [];
  return {
    guards: dangers.map((danger) => finding(danger, fingerprint)),
    policyWarnings: warnings.length > 0 ? warnings : undefined,
  };
}

/** A danger with the exact consent to type, if a consent can allow it. */
export function finding({ instead, ...danger }: Danger, fingerprint: string): GuardFinding {
  if (instead !== undefined) return { ...danger, hint: instead };
  const { guard, policy, fix } = danger;
  const consent = `${guard}${policy === undefined ? "" : `:${policy}`}@${fingerprint}`;
  const meant = `If that is intended, add: --allow ${consent}`;
  return { ...danger, hint: fix === undefined ? meant : `${fix} ${meant}`, consent };
}

/** The findings without a consent in `allowed`. A consent is `GUARD@FINGERPRINT`, with the fingerprint of this plan. */
export function unconsented(
  { guards: found }: Pick<Plan, "guards">,
  allowed: readonly string[],
): readonly GuardFinding[] {
  return found.filter(({ consent }) => consent === undefined || !allowed.includes(consent));
}
