/** Consents that name a plan: what lets its secrets be written, and names in another spelling be created. */

import type { Plan } from "./plan.ts";

/** The consent that lets the secrets of what is taken over be written, in this plan and no other. */
export function secretsConsent({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `secrets@${fingerprint}`;
}

/** The consent that lets what is in `alike` be created all the same, by this plan and no other. */
export function alikeConsent({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `alike@${fingerprint}`;
}

/** True for a consent of that form, whichever plan it names. */
export function isAlikeConsent(consent: string): boolean {
  return consent.startsWith("alike@");
}

/** True for a consent of that form, whichever plan it names. */
export function isSecretsConsent(consent: string): boolean {
  return consent.startsWith("secrets@");
}
