/** Consents of apply: what guards and freezes refuse without one, and consents that are of another plan. */

import type { OpenedProject } from "../../engine/open.ts";
import { isSecretsConsent, type Plan, secretsConsent } from "../../model/plan.ts";
import { freeze } from "../../plan/guards/freeze.ts";
import { unconsented } from "../../plan/guards/guards.ts";
import { refusalText } from "../../report/plan/guards-text.ts";
import { visible } from "../../report/text/escape.ts";

/** What the guards and freezes refuse, and exactly what to type to allow it. Nothing when they let it pass. */
export function guardRefusal(
  plan: Plan,
  { project, clock }: Pick<OpenedProject, "project" | "clock">,
  allow: readonly string[],
): string | undefined {
  const freezing = freeze(plan, { freezes: project.freeze ?? [], nowIso: clock.date() });
  const guards = [...plan.guards, ...(freezing ? [freezing] : [])];
  const found = unconsented({ guards }, allow);
  return found.length === 0 ? undefined : refusalText(found);
}

/** Why secrets would stay that somebody meant to write: once the rest is applied, no plan asks for them again. */
export function secretsRefusal(plan: Plan, allow: readonly string[]): string | undefined {
  const other = allow.find((consent) => isSecretsConsent(consent) && consent !== secretsConsent(plan));
  if (other === undefined) return undefined;
  return `Refused: --allow ${visible(other)} is not of this plan, so its secrets would stay as they are. Plan again.`;
}
