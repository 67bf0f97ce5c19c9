/** Consents: the findings that are refused without a consent, and consents that name another plan. */

import { emptyMemory, type Memory } from "../../model/memory.ts";
import { alikeConsent, isAlikeConsent, isSecretsConsent, secretsConsent } from "../../model/plan/consent.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { PolicyWarning } from "../../model/policy.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import { freeze } from "../../plan/guards/freeze.ts";
import { finding, guardNames, unconsented } from "../../plan/guards/guards.ts";
import { removalsOfDay } from "../../plan/guards/removals-of-day.ts";
import { visible } from "../../report/text/escape.ts";
import { nearest } from "../../yaml/did-you-mean.ts";
import type { OpenedProject } from "../open.ts";
import { timedPolicies } from "../policies.ts";

type ApplyMoment = Pick<OpenedProject, "project" | "desired" | "clock" | "targets">;

/**
 * The names of consents that are neither guards nor policies: to names in another spelling, to changes that health
 * holds back, to secrets.
 */
const otherConsents = ["alike", "health", "secrets"];

/**
 * Returns the problem of a consent that has no effect on any plan, because no guard and no policy has its name.
 * Undefined: all names exist.
 */
export function unknownConsent(
  allow: readonly string[],
  { policies = [] }: Pick<Project, "policies">,
): Problem | undefined {
  const guards = consentNames();
  const known = [...guards, ...policies.map(({ name }) => `policy:${name}`)];
  const wrong = allow.find((consent) => !known.includes(nameIn(consent)));
  if (wrong === undefined) return undefined;
  const near = nearest(nameIn(wrong), known);
  const all = `A consent is NAME@FINGERPRINT. NAME is policy:POLICY or one of ${guards.join(", ")}.`;
  const hint = near === undefined ? all : `Did you mean \`${near}\`? ${all}`;
  return problem("unknown-consent", `--allow ${visible(wrong)} names neither a guard nor a policy`, { hint });
}

function consentNames(): readonly string[] {
  return [...guardNames.filter((name) => name !== "policy"), ...otherConsents].sort();
}

function nameIn(consent: string): string {
  return consent.slice(0, Math.max(0, consent.lastIndexOf("@")));
}

/** False if the consent is impossible in every project, because its name is not valid for a policy and not built in. */
export function mayBeConsent(consent: string): boolean {
  const name = consent.includes("@") ? nameIn(consent) : consent;
  return name.startsWith("policy:") || consentNames().includes(name);
}

/** Time-based policies that only warn. */
export function timedWarnings(
  plan: Plan,
  { project, desired, clock }: ApplyMoment,
): readonly PolicyWarning[] {
  return timedPolicies(plan, { project, desired, nowIso: clock.date() }).warnings;
}

/**
 * Returns the findings of guards, policies and freezes for which a consent is missing, each with exactly what to type.
 */
export function missingConsents(
  plan: Plan,
  {
    project,
    desired,
    clock,
    targets,
    memory = emptyMemory,
  }: ApplyMoment & { readonly memory?: Memory | undefined },
  consents: readonly string[],
): readonly GuardFinding[] {
  const nowIso = clock.date();
  const freezing = freeze(plan, { freezes: project.freeze ?? [], nowIso });
  const timed = timedPolicies(plan, { project, desired, nowIso }).dangers;
  const dangers = timed.map((danger) => finding(danger, plan.fingerprint));
  const limitOf = (name: string) => targets.get(name)?.target.guards?.removals;
  const ofDay = removalsOfDay(plan, { removed: memory.removed, nowIso, limitOf });
  const guards = [plan.guards, freezing ?? [], ofDay ?? [], dangers].flat();
  return unconsented({ guards }, consents);
}

/**
 * Returns a refusal if a consent was given for another plan. This concerns consents to write secrets and to create
 * names in another spelling. Without the refusal, the apply would silently leave out those secrets or resources.
 * Undefined: each such consent is for this plan.
 */
export function otherPlanRefusal(plan: Plan, allow: readonly string[]): string | undefined {
  const own = [secretsConsent(plan), alikeConsent(plan)];
  const other = allow.find((one) => (isSecretsConsent(one) || isAlikeConsent(one)) && !own.includes(one));
  if (other === undefined) return undefined;
  const left = isAlikeConsent(other)
    ? "the changes that need this consent would not be applied"
    : "the secrets would not be written";
  return `Refused: --allow ${visible(other)} is not for this plan, so ${left}. Plan again.`;
}
