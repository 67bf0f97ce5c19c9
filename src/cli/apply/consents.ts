/** Consents of apply: what guards and freezes refuse without one, and consents that are of another plan. */

import type { OpenedProject } from "../../engine/open.ts";
import { timedPolicies } from "../../engine/policies.ts";
import { isSecretsConsent, type Plan, secretsConsent } from "../../model/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import { freeze } from "../../plan/guards/freeze.ts";
import { finding, guardNames, unconsented } from "../../plan/guards/guards.ts";
import { policyWarningsText, refusalText } from "../../report/plan/guards-text.ts";
import { visible } from "../../report/text/escape.ts";
import type { Style } from "../../report/text/style.ts";
import { nearest } from "../../yaml/did-you-mean.ts";

type ApplyMoment = Pick<OpenedProject, "project" | "desired" | "clock">;

/** What a consent can name, besides guards and policies: what health holds back, and secrets that are left. */
const otherConsents = ["health", "secrets"];

/** Why a consent consents to nothing, whatever the plan is: no guard and no policy has its name. */
export function unknownConsent(
  allow: readonly string[],
  { policies = [] }: Pick<Project, "policies">,
): Problem | undefined {
  const guards = [...guardNames.filter((name) => name !== "policy"), ...otherConsents].sort();
  const known = [...guards, ...policies.map(({ name }) => `policy:${name}`)];
  const nameIn = (consent: string) => consent.slice(0, Math.max(0, consent.lastIndexOf("@")));
  const wrong = allow.find((consent) => !known.includes(nameIn(consent)));
  if (wrong === undefined) return undefined;
  const near = nearest(nameIn(wrong), known);
  const all = `A consent is NAME@FINGERPRINT; names are ${guards.join(", ")}, and policy:NAME of each policy.`;
  const hint = near === undefined ? all : `Did you mean \`${near}\`? ${all}`;
  return problem("unknown-consent", `--allow ${visible(wrong)} names no guard`, { hint });
}

/** Policies that ask for the time and only warn, as text; empty when there are none. */
export function timedWarnings(plan: Plan, { project, desired, clock }: ApplyMoment, style: Style): string {
  const { warnings } = timedPolicies(plan, { project, desired, nowIso: clock.date() });
  return policyWarningsText(warnings, style)
    .map((text) => `${text}\n`)
    .join("");
}

/** What the guards and freezes refuse, and exactly what to type to allow it. Nothing when they let it pass. */
export function guardRefusal(
  plan: Plan,
  { project, desired, clock }: ApplyMoment,
  allow: readonly string[],
): string | undefined {
  const nowIso = clock.date();
  const freezing = freeze(plan, { freezes: project.freeze ?? [], nowIso });
  const timed = timedPolicies(plan, { project, desired, nowIso }).dangers;
  const dangers = timed.map((danger) => finding(danger, plan.fingerprint));
  const guards = [...plan.guards, ...(freezing ? [freezing] : []), ...dangers];
  const found = unconsented({ guards }, allow);
  return found.length === 0 ? undefined : refusalText(found);
}

/** Why secrets would stay that someone meant to write: once the rest is applied, no plan asks for them again. */
export function secretsRefusal(plan: Plan, allow: readonly string[]): string | undefined {
  const other = allow.find((consent) => isSecretsConsent(consent) && consent !== secretsConsent(plan));
  if (other === undefined) return undefined;
  return `Refused: --allow ${visible(other)} is not for this plan, so its secrets would stay as they are. Plan again.`;
}
