/** `trueup apply`: plans again and carries it out. */

import { allowing, applyPlan, makePlan, type PlannedRun } from "../../engine/reconcile.ts";
import type { Address } from "../../model/address.ts";
import { conflictsHeld, type Plan } from "../../model/plan.ts";
import { hasWork } from "../../model/status.ts";
import {
  applyMarkdown,
  applyOutputs,
  notAppliedMarkdown,
  nothingAppliedMarkdown,
} from "../../report/apply/apply-markdown.ts";
import { applyDocument, applyStatus, applyText } from "../../report/apply/apply-text.ts";
import { irreversibleText } from "../../report/apply/rollback-text.ts";
import { type ApplyOccasion, applyNotification, type Occasion } from "../../report/notification.ts";
import { heldRefusal } from "../../report/plan/health-text.ts";
import { planDocument } from "../../report/plan/plan-json.ts";
import { planCounts, planText } from "../../report/plan/plan-text.ts";
import { notWritten } from "../../report/plan/unwritable-text.ts";
import { documentText } from "../../report/text/escape.ts";
import { planWithout, problemsWithout, resultWithout } from "../../report/without-secrets.ts";
import { acquire, type HeldApply } from "../apply/acquire.ts";
import { type Approval, contradiction, cutShort, disapproved, previewRefusal } from "../apply/approval.ts";
import { guardRefusal, secretsRefusal, timedWarnings, unknownConsent } from "../apply/consents.ts";
import type { ApplyJournal } from "../apply/journal.ts";
import { occasionOf, sendNotification } from "../apply/notifying.ts";
import { readPlan } from "../apply/plan-file.ts";
import { type ApplyRecorder, openRecording } from "../apply/record.ts";
import { notReviewed, readReviewed, skippedText } from "../apply/reviewed-plans.ts";
import { conclude } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import { readChecked } from "../prepare.ts";
import { framed, type RunningCommand, type RunOptions, runPrepared } from "../running.ts";
import { ask } from "../terminal/confirm.ts";
import { crashOf } from "../terminal/output.ts";
import { printProblems } from "../terminal/printing.ts";

/** What the user asked for. */
export interface ApplyOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean | undefined;
  readonly approved?: string | undefined;
  /** A plan file: what it was asked for is asked again, and only the same plan is carried out. */
  readonly plan?: string | undefined;
  /** A folder of plan files: only changes that one of them has with the same values are carried out. */
  readonly plans?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly onConflict: "hold" | "overwrite";
  readonly rollbackOnFailure?: boolean | undefined;
  readonly allowDirty?: boolean | undefined;
  /** Consents: `GUARD@FINGERPRINT`. */
  readonly allow?: readonly string[] | undefined;
  /** False: no notifications. */
  readonly notify?: boolean | undefined;
}

/** 0 done, 1 failed, 3 partly done, not convergent or health fell, 4 refused, 129/130/143 interrupted. */
export async function runApply(cli: Cli, options: ApplyOptions): Promise<number> {
  const { plan: path, plans } = options;
  if (path === undefined && plans === undefined) return carriedOut(cli, options, approvalOf(options));
  const wrong = contradiction(options);
  const read = wrong ? { problem: wrong } : await readApprovals(cli, options);
  if ("problem" in read) {
    printProblems(cli, [read.problem], options);
    return "approvesNothing" in read ? 4 : 1;
  }
  if ("reviewed" in read) return carriedOut(cli, options, read);
  const { file } = read;
  const { only, base, prune } = file.origin;
  return carriedOut(cli, { ...options, only, base, prune }, { fingerprint: file.fingerprint, file });
}

function readApprovals(cli: Cli, { plan, plans = "" }: ApplyOptions) {
  return plan === undefined ? readReviewed(cli, plans) : readPlan(cli, plan);
}

function approvalOf({ approved }: ApplyOptions): Approval | undefined {
  return approved === undefined ? undefined : { fingerprint: approved };
}

async function carriedOut(cli: Cli, options: ApplyOptions, approval: Approval | undefined): Promise<number> {
  const refusal = previewRefusal(approval) ?? cutShort(options);
  if (refusal !== undefined) {
    cli.err(`${refusal}\n`);
    return 4;
  }
  const { format, only, base, prune, onConflict, notify = true } = options;
  const notifies = notify ? (["apply", "failure"] as const) : [];
  const sides = { only, base, git: "write", since: true } as const;
  const runOptions: RunOptions = { format, ...sides, prune, onConflict, notifies, secrets: "needed" };
  return framed(cli, async (frame) => {
    const project = await readChecked(cli, runOptions);
    if ("status" in project) return project.status;
    const unknown = unknownConsent(options.allow ?? [], project.read.project);
    if (unknown) {
      printProblems(cli, [unknown], options);
      return 1;
    }
    const held = await acquire(cli, project.read.project);
    if ("status" in held) return held.status;
    const { journal, lost, release, needed } = held;
    try {
      return await runPrepared(frame, { project, options: runOptions, lost }, (on) =>
        planAndApply({ ...on, cli, options, approval, journal, needed }),
      );
    } finally {
      await release();
    }
  });
}

interface Applying extends RunningCommand, Pick<HeldApply, "needed"> {
  readonly cli: Cli;
  readonly options: ApplyOptions;
  readonly journal: ApplyJournal;
  readonly approval: Approval | undefined;
}

async function planAndApply(on: Applying): Promise<number> {
  const { cli, options, progress, prepared } = on;
  const { allowDirty = false, allow: consents = [] } = options;
  const opened = await openRecording(cli, prepared, { allowDirty, only: on.request.only });
  if ("refusal" in opened) return refuse(on, opened.refusal);
  const { recording } = opened;
  const { problems } = prepared;
  const request = on.journal.withUnfinished({ ...on.request, consents });
  const made = allowing(await planned({ ...on, request }), consents);
  progress.end();
  await on.journal.reportInterrupted(made.plan, made.request.only);
  if (options.format === "text") {
    const back = options.rollbackOnFailure ? irreversibleText(made.plan, cli.style) : "";
    cli.out(planText(planWithout(made.plan, cli.secrets), cli.style) + back);
  }
  cli.err(timedWarnings(made.plan, prepared.context, cli.errStyle));
  const refusal = await refusalOf(on, made.plan);
  if (refusal === undefined && hasWork(made.plan, on.journal.leftFinishes))
    return carryOut(on, made, recording);
  if (options.format === "json") {
    const shown = planDocument(planWithout(made.plan, cli.secrets), problemsWithout(problems, cli.secrets));
    cli.out(documentText(shown));
  }
  if (refusal !== undefined) return refuse(on, refusal);
  on.needed();
  const { failed } = await recording.record(made);
  await conclude(cli, { summary: () => nothingAppliedMarkdown(made.plan), outputs: "" });
  const { plan } = made;
  const open = plan.unknown.length + conflictsHeld(plan).length + notWritten(plan).length;
  return finish(on, { plan, status: Number(failed || open > 0) });
}

/** What is to be carried out: with reviewed plans only what they have, looked at again with the rest left out. */
async function planned({
  cli,
  prepared: { context },
  request,
  run,
  approval,
  progress,
}: Applying): Promise<PlannedRun> {
  const made = await makePlan(context, request, run.signal);
  if (!approval || !("reviewed" in approval)) return made;
  const left = notReviewed(made.plan, approval.reviewed);
  if (left.size === 0) return made;
  progress.end();
  cli.err(skippedText(left, made.plan, approval.reviewed));
  const { only } = request;
  const narrowed = (address: Address) => !left.has(address) && (only?.(address) ?? true);
  return makePlan(context, { ...request, only: narrowed }, run.signal);
}

/** Tells who wants to know; the exit status. An interrupted run does not wait for notifications. */
async function finish(
  { cli, run, prepared: { context } }: Applying,
  applied: Omit<ApplyOccasion, keyof Occasion>,
): Promise<number> {
  if (!run.signal.aborted)
    await sendNotification(cli, context, applyNotification({ ...applied, ...occasionOf(cli, context) }));
  return applied.status;
}

async function refuse({ cli, progress, prepared }: Applying, refusal: string): Promise<4> {
  progress.end();
  cli.err(`${refusal}\n`);
  const summary = () => notAppliedMarkdown(prepared.context.project, cli.secrets.text(refusal));
  await conclude(cli, { summary, outputs: "exit-status=4\n" });
  return 4;
}

async function carryOut(on: Applying, made: PlannedRun, recording: ApplyRecorder): Promise<number> {
  const { cli, options, progress, run, journal: opened } = on;
  const { context } = on.prepared;
  on.needed();
  const journal = await opened.begin();
  if (!journal) return 1;
  progress.begin(made.plan);
  const { onConflict, rollbackOnFailure = false } = options;
  const { interrupted, leftFinishes } = opened;
  const request = { onConflict, rollbackOnFailure, signal: run.signal, journal, interrupted, leftFinishes };
  const result = await applyPlan(context, made, request);
  const shown = resultWithout(result, cli.secrets);
  await opened.end(result);
  progress.end();
  const unprinted = crashOf(() => {
    if (options.format === "text") cli.out(`\n${applyText(shown, cli.style, made.plan)}`);
  });
  const { recorded, failed } = await recording.record(made, result);
  const crash = result.crash ?? unprinted;
  if (crash) throw crash.error;
  if (options.format === "json") {
    cli.out(documentText(applyDocument(made.plan, shown, recorded)));
  }
  const held = heldRefusal(made.plan);
  if (held !== undefined) cli.err(`${held}\n`);
  const ended = run.status() ?? applyStatus(made.plan, result);
  const status = ended === 0 && failed ? 3 : ended;
  const summary = () => cli.secrets.text(applyMarkdown(made.plan, shown));
  await conclude(cli, { summary, outputs: applyOutputs(result, status) });
  return finish(on, { plan: made.plan, result, status });
}

/** Why it is not carried out: not approved, or not the plan that was. Nothing when it may go on. */
async function refusalOf(on: Applying, plan: Plan): Promise<string | undefined> {
  const { cli, options, prepared, run } = on;
  const { allow = [] } = options;
  const held = plan.steps.length === 0 ? heldRefusal(plan) : undefined;
  const guarded = secretsRefusal(plan, allow) ?? guardRefusal(plan, prepared.context, allow) ?? held;
  if (guarded !== undefined) return guarded;
  if (on.approval) return disapproved({ cli, state: prepared.state }, on.approval, plan);
  if (options.yes || !hasWork(plan)) return undefined;
  if (!cli.interactive)
    return "Refused: there is no terminal to ask on. Approve the plan with --approved FINGERPRINT, or use --yes.";
  const question = `\nApply to ${prepared.context.project.environment} (${planCounts(plan)})? Type "yes" to confirm: `;
  if ((await ask(question, run.signal)) !== "yes") return "Not applied.";
  // A freeze may have begun while the question stood there.
  return guardRefusal(plan, prepared.context, allow);
}
