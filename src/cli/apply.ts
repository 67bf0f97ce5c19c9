/** `trueup apply`: plans again and carries it out. */

import { createInterface } from "node:readline/promises";
import type { Plan } from "../model/plan.ts";
import { applyPlan, type Made, makePlan } from "../reconcile.ts";
import { applyDocument, applyStatus, applyText } from "../report/apply-text.ts";
import { planDocument } from "../report/plan-json.ts";
import { planCounts, planText } from "../report/plan-text.ts";
import type { Cli } from "./cli.ts";
import { type Interruptible, interruptible } from "./interrupt.ts";
import { onlyMatching, type Prepared, prepare } from "./prepare.ts";
import { openProgress, type Progress } from "./progress.ts";

/** What the user asked for. */
export interface ApplyOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean | undefined;
  readonly approved?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly onConflict: "hold" | "overwrite";
}

/** 0 done, 1 failed, 3 partly done or not convergent, 4 refused, 130/143 interrupted. */
export async function apply(cli: Cli, options: ApplyOptions): Promise<number> {
  const progress = openProgress(cli);
  const need = {
    format: options.format,
    secrets: "needed" as const,
    only: options.only,
    base: options.base,
    listener: progress.listener,
  };
  const prepared = await prepare(cli, need);
  if (!prepared) return 1;
  const run = interruptible((text) => {
    progress.end();
    cli.err(text);
  });
  try {
    return await planAndApply({ cli, options, progress, prepared, run });
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    progress.end();
    run.done();
    await prepared.context.close();
  }
}

interface Applying {
  readonly cli: Cli;
  readonly options: ApplyOptions;
  readonly progress: Progress;
  readonly prepared: Prepared;
  readonly run: Interruptible;
}

async function planAndApply(on: Applying): Promise<number> {
  const { cli, options, progress, prepared, run } = on;
  const { context, base, problems } = prepared;
  const only = onlyMatching(options.only);
  const made = await makePlan(context, { ...(base && { base }), ...(only && { only }) }, run.signal);
  progress.end();
  if (options.format === "text") cli.out(context.redact(planText(made.plan, cli.style)));
  const refusal = await refusalOf(on, made.plan);
  if (refusal !== undefined || made.plan.steps.length === 0) {
    if (options.format === "json") {
      cli.out(context.redact(`${JSON.stringify(planDocument(made.plan, problems), undefined, 2)}\n`));
    }
    if (refusal !== undefined) cli.err(`${refusal}\n`);
    return refusal === undefined ? Number(made.plan.unknown.length > 0) : 4;
  }
  return carryOut(on, made);
}

async function carryOut(
  { cli, options, progress, prepared: { context }, run }: Applying,
  made: Made,
): Promise<number> {
  progress.begin(made.plan);
  const result = await applyPlan(context, made, { onConflict: options.onConflict, signal: run.signal });
  progress.end();
  const text =
    options.format === "json"
      ? `${JSON.stringify(applyDocument(made.plan, result), undefined, 2)}\n`
      : `\n${applyText(result, cli.style)}`;
  cli.out(context.redact(text));
  const status = run.status() ?? applyStatus(result);
  return status === 0 && made.plan.unknown.length > 0 ? 3 : status;
}

/** Why it is not carried out: not approved, or not the plan that was. Nothing when it may go on. */
async function refusalOf({ cli, options, prepared, run }: Applying, plan: Plan): Promise<string | undefined> {
  if (options.approved !== undefined) {
    if (options.approved === plan.fingerprint) return undefined;
    const moved = "Git or the live side has moved since: review the plan, then approve it with";
    const approve = `${moved} --approved ${plan.fingerprint}.`;
    return `Refused: ${options.approved} was approved, the plan is now ${plan.fingerprint}. ${approve}`;
  }
  if (options.yes || plan.steps.length === 0) return undefined;
  if (!cli.interactive)
    return "Refused: nobody can be asked here. Approve the plan with --approved FINGERPRINT, or use --yes.";
  const question = `\nApply to ${prepared.context.project.environment} (${planCounts(plan)})? Only "yes" will do: `;
  return (await ask(question, run.signal)) === "yes" ? undefined : "Not applied.";
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
}
