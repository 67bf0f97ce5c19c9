/** The guards: what a plan must not do without a consent that names it. Pure. */

import type { Plan } from "../../model/plan.ts";
import type { GuardFinding } from "./finding.ts";
import { omission } from "./omission.ts";

const guards: readonly ((plan: Plan) => GuardFinding | undefined)[] = [omission];

/** What the guards find and `allowed` does not consent to. A consent is `GUARD@FINGERPRINT` of this very plan. */
export function unconsented(plan: Plan, allowed: readonly string[]): readonly GuardFinding[] {
  const found = guards.flatMap((guard) => guard(plan) ?? []);
  return found.filter(({ guard }) => !allowed.includes(`${guard}@${plan.fingerprint}`));
}
