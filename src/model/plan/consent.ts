/**
 * Consents for one plan: to write its secrets, or to create resources although their names exist in another spelling.
 */

import type { Plan } from "./plan.ts";

/** The consent to write the secrets of adopted resources, for this plan only. */
export function secretsConsent({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `secrets@${fingerprint}`;
}

/** The consent to create the resources in `alike`, for this plan only. */
export function alikeConsent({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `alike@${fingerprint}`;
}

/** True for a consent to create resources with similar names, whatever its plan. */
export function isAlikeConsent(consent: string): boolean {
  return consent.startsWith("alike@");
}

/** True for a consent to write secrets, whatever its plan. */
export function isSecretsConsent(consent: string): boolean {
  return consent.startsWith("secrets@");
}
