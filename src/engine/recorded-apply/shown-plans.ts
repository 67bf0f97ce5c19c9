/**
 * Stores plans that were shown in this clone, so that apply can report what has changed since the approval of a plan.
 */

import { type PlanFile, readPlanFile } from "../../load/documents/plan-file.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Redactions } from "../../model/secret.ts";
import { planDocument } from "../../report/plan/plan-json.ts";
import { documentText } from "../../report/text/escape.ts";
import { planWithout } from "../../report/without-secrets.ts";
import { rememberedPlan, rememberPlan } from "../../runtime/files/plan-cache.ts";
import type { GitState } from "../git-state.ts";

/** The maximum number of changes in a stored plan. A larger plan is approved by its plan file. */
const maxChanges = 5_000;

/**
 * Stores a plan that is shown. An apply that gets only the plan's fingerprint can then report what has changed since.
 */
export async function remember(plan: Plan, state: GitState | undefined, secrets: Redactions): Promise<void> {
  if (!state || plan.changes.length > maxChanges || plan.preview) return;
  const text = secrets.text(documentText(planDocument(planWithout(plan, secrets), [])));
  await rememberPlan(state.repository.gitFolder, plan.fingerprint, text);
}

/** The plan with a certain fingerprint that was shown in this clone. */
export type ShownPlan =
  /** The plan may belong to any environment. */
  | { readonly file: PlanFile }
  /** An earlier version of trueup showed the plan; approvals of it are no longer valid. */
  | { readonly isOld: true };

/**
 * Returns the plan with an approved fingerprint; undefined if it was not shown in this clone. The result only serves to
 * explain what has changed, and affects no decision.
 */
export async function recalled(
  state: GitState | undefined,
  fingerprint: string,
): Promise<ShownPlan | undefined> {
  const text = state && (await rememberedPlan(state.repository.gitFolder, fingerprint));
  const found = text === undefined ? undefined : readPlanFile(text);
  if (!found) return undefined;
  if ("problem" in found) return found.approvesNothing && { isOld: true };
  return found.file.fingerprint === fingerprint ? { file: found.file } : undefined;
}
