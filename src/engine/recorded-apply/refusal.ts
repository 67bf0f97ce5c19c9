/** Why a plan is not carried out: guards, consents, health, and whoever approves it. */

import type { Plan } from "../../model/plan/plan.ts";
import { hasWork } from "../../model/status.ts";
import { refusalText } from "../../report/plan/guards-text.ts";
import { heldRefusal } from "../../report/plan/health-text.ts";
import { disapproved } from "./approval.ts";
import { missingConsents, otherPlanRefusal } from "./consents.ts";
import type { ApplyRefusal } from "./events.ts";
import type { RunningApply } from "./running-apply.ts";

/** Why a plan is not carried out; nothing when it may go on. `shown`: the plan as it may be shown, for who is asked. */
export async function applyRefusal(
  on: RunningApply,
  plan: Plan,
  shown: Plan,
): Promise<ApplyRefusal | undefined> {
  return unallowed(on, plan) ?? (await unapproved(on, plan, shown));
}

function unallowed(on: RunningApply, plan: Plan): ApplyRefusal | undefined {
  const otherPlan = otherPlanRefusal(plan, on.options.consents ?? []);
  if (otherPlan !== undefined) return { because: "otherPlan", message: otherPlan };
  const missing = unconsentedRefusal(on, plan);
  if (missing) return missing;
  const held = plan.steps.length === 0 ? heldRefusal(plan) : undefined;
  return held === undefined ? undefined : { because: "health", message: held };
}

function unconsentedRefusal({ opened, options }: RunningApply, plan: Plan): ApplyRefusal | undefined {
  const { context, memory } = opened;
  const findings = missingConsents(plan, { ...context, memory }, options.consents ?? []);
  if (findings.length === 0) return undefined;
  return { because: "consentMissing", findings, message: refusalText(findings) };
}

async function unapproved(on: RunningApply, plan: Plan, shown: Plan): Promise<ApplyRefusal | undefined> {
  const { approval } = on.options;
  if ("fingerprint" in approval || "reviewed" in approval) {
    const { state } = on.opened;
    const message = await disapproved(approval, plan, { state, secrets: on.secrets });
    return message === undefined ? undefined : { because: "notApproved", message };
  }
  if ("anyPlan" in approval || !hasWork(plan)) return undefined;
  on.say({ type: "approvalNeeded", plan: shown });
  const message = await approval.confirm(shown, on.signal);
  if (message !== undefined) return { because: "notConfirmed", message };
  // A freeze may have begun while the question stood there.
  return unconsentedRefusal(on, plan);
}
