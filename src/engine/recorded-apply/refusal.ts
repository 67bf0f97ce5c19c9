/** Why a plan is not carried out: guards, consents, health, and approval. */

import type { Plan } from "../../model/plan/plan.ts";
import { hasWork } from "../../model/status.ts";
import { refusalText } from "../../report/plan/guards-text.ts";
import { heldRefusal } from "../../report/plan/health-text.ts";
import { consentsElsewhere, disapproved } from "./approval.ts";
import { missingConsents, otherPlanRefusal } from "./consents.ts";
import type { ApplyRefusal } from "./events.ts";
import type { RunningApply } from "./running-apply.ts";

/**
 * Returns why a plan is not carried out; undefined if the run may continue. `shown`: the redacted plan, for the person
 * who is asked.
 */
export async function applyRefusal(
  on: RunningApply,
  plan: Plan,
  shown: Plan,
): Promise<ApplyRefusal | undefined> {
  return (await unallowed(on, plan)) ?? (await unapproved(on, plan, shown));
}

async function unallowed(on: RunningApply, plan: Plan): Promise<ApplyRefusal | undefined> {
  const { consents = [] } = on.options;
  const otherPlan = otherPlanRefusal(plan, consents);
  if (otherPlan !== undefined) {
    const elsewhere = await consentsElsewhere(plan, consents, on.opened.state);
    return { because: "otherPlan", message: `${otherPlan}${elsewhere}` };
  }
  const missing = await unconsentedRefusal(on, plan);
  if (missing) return missing;
  const held = plan.steps.length === 0 ? heldRefusal(plan) : undefined;
  return held === undefined ? undefined : { because: "health", message: held };
}

async function unconsentedRefusal(
  { opened, options }: RunningApply,
  plan: Plan,
): Promise<ApplyRefusal | undefined> {
  const { context, memory, state } = opened;
  const { consents = [] } = options;
  const findings = missingConsents(plan, { ...context, memory }, consents);
  if (findings.length === 0) return undefined;
  const elsewhere = await consentsElsewhere(plan, consents, state);
  return { because: "consentMissing", findings, message: `${refusalText(findings)}${elsewhere}` };
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
  // A freeze may have begun while the person was being asked.
  return unconsentedRefusal(on, plan);
}
