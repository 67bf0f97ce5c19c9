/** Approvals: checks whether a plan is the approved one, and what has changed since the approval. */

import { commitsBetween } from "../../git/repository.ts";
import type { PlanFile } from "../../load/documents/plan-file.ts";
import { fingerprintLabel, isWholeFingerprint, type Plan } from "../../model/plan/plan.ts";
import type { Redactions } from "../../model/secret.ts";
import { movedLines } from "../../report/plan/plan-moved.ts";
import { visible } from "../../report/text/escape.ts";
import { planWithout } from "../../report/without-secrets.ts";
import type { GitState } from "../git-state.ts";
import { mayBeConsent } from "./consents.ts";
import type { ApplyRefusal } from "./events.ts";
import { notReviewed, redefinedTargets } from "./reviewed-plans.ts";
import { recalled, remember, type ShownPlan } from "./shown-plans.ts";

/** A prior approval: of one plan, or of every change that appears in one of several plans. */
export type FixedApproval =
  | {
      readonly fingerprint: string;
      /** The approved plan, if available. */
      readonly file?: PlanFile;
    }
  | { readonly reviewed: readonly PlanFile[] };

/** How a plan is approved. */
export type Approval =
  | FixedApproval
  /** Asks a person once the plan is ready; returns the reason for a refusal. Not asked if there is nothing to do. */
  | { readonly confirm: (plan: Plan, signal: AbortSignal) => Promise<string | undefined> }
  /** Approves any plan, unless guards, policies or health refuse it. */
  | { readonly anyPlan: true };

/** Returns why an approval or a consent cannot approve any plan at all. Undefined if both can approve one. */
export function approvesNothing(
  approval: Approval,
  consents: readonly string[] = [],
): ApplyRefusal | undefined {
  const message = previewRefusal(approval) ?? cutShort(approval, consents);
  return message === undefined ? undefined : { because: "approvesNothing", message };
}

/**
 * Returns the refusal of an approval that names a preview, because a plan from a snapshot approves nothing. Undefined:
 * the approval names no preview.
 */
function previewRefusal(approval: Approval): string | undefined {
  if (!("fingerprint" in approval) || !approval.fingerprint.startsWith("preview-")) return undefined;
  const why = "is the fingerprint of a preview, which was made from a snapshot without reading the network";
  return `Refused: ${visible(approval.fingerprint)} ${why}. Approve a plan that was made without --snapshot.`;
}

/**
 * Returns the refusal of a shortened fingerprint, because it could match another plan too. Undefined: all fingerprints
 * are complete.
 */
function cutShort(approval: Approval, consents: readonly string[]): string | undefined {
  const approved = "fingerprint" in approval && !approval.file ? [approval.fingerprint] : [];
  const typed = [
    ...approved.map((text) => ({ option: "--approved", text, fingerprint: text })),
    // A consent to something that does not exist is refused for its name, not for its fingerprint.
    ...consents.filter(mayBeConsent).map((text) => ({
      option: "--allow",
      text,
      fingerprint: text.slice(text.lastIndexOf("@") + 1),
    })),
  ];
  const short = typed.find(({ fingerprint }) => !isWholeFingerprint(fingerprint.replace(/^preview-/, "")));
  if (!short) return undefined;
  const { option, text, fingerprint } = short;
  const old = /^[0-9a-f]{16}$/.test(fingerprint) ? " trueup 0.1.0 showed only 16 digits: plan again." : "";
  const head = `Refused: ${option} ${visible(text)} is not a whole fingerprint`;
  return `${head}: give all 64 digits, as shown at the end of the plan.${old}`;
}

/** The circumstances under which a plan is compared with the approved one. */
interface ApprovalMoment {
  readonly state: GitState | undefined;
  readonly secrets: Redactions;
}

/**
 * Returns why the plan is not the approved one; undefined if it is. A plan that differs is stored, so that a later
 * apply can report what has changed since it was shown.
 */
export async function disapproved(
  approval: FixedApproval,
  plan: Plan,
  { state, secrets }: ApprovalMoment,
): Promise<string | undefined> {
  const why = await disapproval(approval, plan, { state, secrets });
  if (why !== undefined) await remember(plan, state, secrets);
  return why;
}

/** Why a plan differs from the approved one, and what changed since. Undefined if it matches. */
async function disapproval(
  approval: FixedApproval,
  plan: Plan,
  moment: ApprovalMoment,
): Promise<string | undefined> {
  if ("reviewed" in approval)
    return notReviewed(plan, approval.reviewed).size === 0 ? undefined : movedMeanwhile;
  const { fingerprint, file } = approval;
  if (file && file.environment !== plan.environment)
    return `Refused: the plan file is for ${visible(file.environment)}, but this is ${visible(plan.environment)}.`;
  if (fingerprint === plan.fingerprint) return undefined;
  const review = `Review the plan, then approve it with --approved ${plan.fingerprint}.`;
  const shown = file ? { file } : await recalled(moment.state, fingerprint);
  const elsewhere = ofAnotherPlace(shown, plan);
  if (elsewhere !== undefined)
    return `Refused: ${fingerprintLabel(fingerprint)} was approved ${elsewhere}. ${review}`;
  const head = `Refused: ${fingerprintLabel(fingerprint)} was approved, but the plan has changed since then.`;
  if (!shown || !("file" in shown)) return `${head} ${unseen} ${review}`;
  return `${head} What changed:${await movedSince(shown.file, plan, moment)}\n${review}`;
}

const unseen =
  "Git, the live state or a definition has changed, or the plan was approved for another environment. " +
  "To see what changed, keep plans with `trueup plan --out plan.json`, and approve with `trueup apply plan.json`.";

/**
 * Returns the last clause of a sentence, which says where the approved plan was shown. Undefined if it was not shown,
 * or was shown for this environment.
 */
function ofAnotherPlace(shown: ShownPlan | undefined, { environment }: Plan): string | undefined {
  if (!shown) return undefined;
  if ("isOld" in shown)
    return "with an earlier version of trueup, whose approvals did not cover the requests and their targets";
  const { file } = shown;
  if (file.environment === environment) return undefined;
  return `for environment ${visible(file.environment)}, but this plan is for ${visible(environment)}`;
}

/** Returns a line for each consent that names a plan of another environment, or a plan of an earlier trueup. */
export async function consentsElsewhere(
  plan: Plan,
  consents: readonly string[],
  state: GitState | undefined,
): Promise<string> {
  const lines = await Promise.all(
    consents.map(async (consent) => {
      const fingerprint = consent.slice(consent.lastIndexOf("@") + 1);
      const elsewhere = ofAnotherPlace(await recalled(state, fingerprint), plan);
      return elsewhere === undefined ? "" : `\n  --allow ${visible(consent)} was given ${elsewhere}.`;
    }),
  );
  return lines.join("");
}

/** A line for each difference from the approved plan: commits, definitions and changes. */
async function movedSince(file: PlanFile, plan: Plan, { state, secrets }: ApprovalMoment): Promise<string> {
  const redefined = redefinedTargets(plan, file).map((name) => `~ ${visible(name)}: ${definedOtherwise}`);
  const moved = movedLines(file.changes, planWithout(plan, secrets));
  const lines = [...(await gitLines(file, state)), ...redefined, ...moved];
  const shown = lines.slice(0, linesMax).map((line) => `\n  ${line}`);
  const more = lines.length > linesMax ? [`\n  and ${lines.length - linesMax} more`] : [];
  return [...shown, ...more].join("");
}

const definedOtherwise =
  "its definition has changed (the target's entry in the project file, its catalog, mapping or modules, " +
  "or the policies). Review what the requests do (`trueup plan --requests`)";

const movedMeanwhile =
  "Refused: the live state changed during planning, and that change was not reviewed. Run the command again.";

const linesMax = 40;

/** A line for each commit since the plan was made. */
async function gitLines({ origin }: PlanFile, state: GitState | undefined): Promise<readonly string[]> {
  const was = origin.commit;
  if (!state || was === undefined || was === state.head) return [];
  const [before, now] = [visible(was.slice(0, 12)), state.head.slice(0, 12)];
  const commits = await commitsBetween(state.repository, was, state.head);
  const named = commits.map((line) => `  ${visible(line)}`);
  return [`Git: ${before} was planned, ${now} is checked out`, ...named];
}
