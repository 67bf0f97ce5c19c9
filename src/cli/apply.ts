/** `trueup apply`: plans again and carries it out. */

import { createInterface } from "node:readline/promises";
import type { Plan } from "../model/plan.ts";
import { freeze } from "../plan/guards/freeze.ts";
import { unconsented } from "../plan/guards/guards.ts";
import { allowing, applyPlan, type Made, makePlan } from "../reconcile.ts";
import { applyDocument, applyStatus, applyText } from "../report/apply-text.ts";
import { documentText } from "../report/escape.ts";
import { refusalText } from "../report/guards.ts";
import { heldRefusal } from "../report/health.ts";
import { planDocument } from "../report/plan-json.ts";
import { planCounts, planText } from "../report/plan-text.ts";
import { irreversibleText } from "../report/rollback.ts";
import type { Cli } from "./cli.ts";
import { type OpenJournal, openJournal } from "./journal.ts";
import { type Running, running } from "./running.ts";

/** What the user asked for. */
export interface ApplyOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean | undefined;
  readonly approved?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly onConflict: "hold" | "overwrite";
  readonly rollbackOnFailure?: boolean | undefined;
  /** Consents: `GUARD@FINGERPRINT`. */
  readonly allow?: readonly string[] | undefined;
}

/** 0 done, 1 failed, 3 partly done, not convergent or health fell, 4 refused, 130/143 interrupted. */
export async function apply(cli: Cli, options: ApplyOptions): Promise<number> {
  const { format, only, base, prune } = options;
  return running(cli, { format, only, base, prune, secrets: "needed" }, async (on) => {
    const opened = await openJournal(cli, on.prepared.context);
    if ("status" in opened) return opened.status;
    try {
      return await planAndApply({ ...on, cli, options, journal: opened.journal });
    } finally {
      await opened.journal.release();
    }
  });
}

interface Applying extends Running {
  readonly cli: Cli;
  readonly options: ApplyOptions;
  readonly journal: OpenJournal;
}

async function planAndApply(on: Applying): Promise<number> {
  const { cli, options, progress, prepared, run } = on;
  const { context, problems } = prepared;
  const made = allowing(await makePlan(context, on.wish, run.signal), options.allow ?? []);
  progress.end();
  await on.journal.tell(made.plan, on.wish.only);
  if (options.format === "text") {
    const back = options.rollbackOnFailure ? irreversibleText(made.plan, cli.style) : "";
    cli.out(planText(made.plan, cli.style) + back);
  }
  const refusal = await refusalOf(on, made.plan);
  if (refusal !== undefined || made.plan.steps.length === 0) {
    if (options.format === "json") {
      cli.out(documentText(planDocument(made.plan, problems)));
    }
    if (refusal !== undefined) cli.err(`${refusal}\n`);
    return refusal === undefined ? Number(made.plan.unknown.length > 0) : 4;
  }
  return carryOut(on, made);
}

async function carryOut(
  { cli, options, progress, prepared: { context }, run, journal: opened }: Applying,
  made: Made,
): Promise<number> {
  const journal = await opened.begin();
  if (!journal) return 1;
  progress.begin(made.plan);
  const { onConflict, rollbackOnFailure = false } = options;
  const wish = { onConflict, rollbackOnFailure, signal: run.signal, journal };
  const result = await applyPlan(context, made, wish);
  await opened.end(result);
  progress.end();
  const text =
    options.format === "json"
      ? documentText(applyDocument(made.plan, result))
      : `\n${applyText(result, cli.style)}`;
  cli.out(text);
  const held = heldRefusal(made.plan);
  if (held !== undefined) cli.err(`${held}\n`);
  return run.status() ?? applyStatus(made.plan, result);
}

/** What the guards and freezes refuse, and exactly what to type to allow it. Nothing when they let it pass. */
function guardRefusal({ options, prepared: { context } }: Applying, plan: Plan): string | undefined {
  const { project, clock } = context;
  const freezing = freeze(plan, { freezes: project.freeze ?? [], nowIso: clock.date() });
  const guards = [...plan.guards, ...(freezing ? [freezing] : [])];
  const found = unconsented({ guards }, options.allow ?? []);
  return found.length === 0 ? undefined : refusalText(found);
}

/** Why it is not carried out: not approved, or not the plan that was. Nothing when it may go on. */
async function refusalOf(on: Applying, plan: Plan): Promise<string | undefined> {
  const { cli, options, prepared, run } = on;
  const guarded = guardRefusal(on, plan) ?? (plan.steps.length === 0 ? heldRefusal(plan) : undefined);
  if (guarded !== undefined) return guarded;
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
  if ((await ask(question, run.signal)) !== "yes") return "Not applied.";
  // A freeze may have begun while the question stood there.
  return guardRefusal(on, plan);
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
}
