/**
 * Prints the progress and result of `trueup apply`: the result on standard output, everything else on standard error.
 */

import type { ApplyEnding, ApplyEvent, ApplyListener } from "../../engine/recorded-apply/events.ts";
import type { Problem } from "../../model/problem.ts";
import { baseText, recordedText, staleText } from "../../report/apply/applied-text.ts";
import { applyDocument, applyText } from "../../report/apply/apply-text.ts";
import { foundText, interruptedRunText, leftFinishesText } from "../../report/apply/journal-text.ts";
import { irreversibleText } from "../../report/apply/rollback-text.ts";
import { skippedText } from "../../report/apply/skipped-text.ts";
import { policyWarningsText } from "../../report/plan/guards-text.ts";
import { heldRefusal } from "../../report/plan/health-text.ts";
import { planDocument } from "../../report/plan/plan-json.ts";
import { planText } from "../../report/plan/plan-text.ts";
import { documentText } from "../../report/text/escape.ts";
import type { Cli } from "../cli.ts";
import { printShown, tellShown } from "../terminal/printing.ts";
import type { Progress } from "../terminal/progress.ts";

/** How an apply is printed. */
export interface ApplyPrintOptions {
  readonly format: "text" | "json";
  /** The revision or folder of `--base`. If absent, plans use the base in the repository's record. */
  readonly base?: string | undefined;
  readonly rollbackOnFailure?: boolean | undefined;
  /** The project's folder. */
  readonly folder: string;
  readonly progress: Progress;
}

/** Prints each event as it arrives. */
export function applyPrinter(cli: Cli, options: ApplyPrintOptions): ApplyListener {
  let warnings: readonly Problem[] = [];
  return (event) => {
    options.progress.end();
    if (event.type === "opened") warnings = event.problems;
    print({ cli, warnings, ...options }, event);
  };
}

interface Printing extends ApplyPrintOptions {
  readonly cli: Cli;
  /** The project's warnings. A plan printed as JSON includes them. */
  readonly warnings: readonly Problem[];
}

function print(on: Printing, event: ApplyEvent): void {
  const { cli, format, progress } = on;
  switch (event.type) {
    case "warned":
    case "notRecorded":
      tellShown(cli, [event.problem]);
      break;
    case "journalRead":
      if (event.isInterrupted) cli.err(interruptedRunText(event.open, event.isEnded));
      cli.err(leftFinishesText(event.finishes));
      break;
    case "lockTaken":
      if (event.expired) cli.err(staleText(event.expired));
      break;
    case "lockLost":
      cli.err(`\n${lostText(event.why)}\n`);
      break;
    case "opened":
      printOpened(on, event);
      break;
    case "skipped":
      cli.err(skippedText(event));
      break;
    case "interruptedFound":
      cli.err(foundText(event.found));
      break;
    case "planned":
      printPlanned(on, event);
      break;
    case "approvalNeeded":
      break;
    case "nothingToDo":
      printDocument(on, event);
      break;
    case "journalOpened":
      progress.begin(event.plan);
      break;
    case "settled":
      if (format === "text") cli.out(`\n${applyText(event.result, cli.style, event.plan)}`);
      break;
    case "recorded":
      if (!cli.global.quiet) cli.err(recordedText(event.record));
      break;
    case "ended":
      printEnding(on, event.ending);
  }
}

function printOpened(
  { cli, base, format }: Printing,
  { problems, last }: Extract<ApplyEvent, { readonly type: "opened" }>,
): void {
  tellShown(cli, problems);
  if (last && base === undefined && format === "text" && !cli.global.quiet)
    cli.err(baseText(last.applied, last.isRemoteAsked));
}

function printPlanned(
  { cli, format, rollbackOnFailure }: Printing,
  { plan, policyWarnings }: Extract<ApplyEvent, { readonly type: "planned" }>,
): void {
  if (format === "text") {
    const back = rollbackOnFailure ? irreversibleText(plan, cli.style) : "";
    cli.out(planText(plan, cli.style) + back);
  }
  const warnings = policyWarningsText(policyWarnings, cli.errStyle);
  cli.err(warnings.map((text) => `${text}\n`).join(""));
}

/** If the format is JSON, prints the plan of an apply that makes no changes. */
function printDocument(
  { cli, format, warnings }: Printing,
  { plan }: Pick<Extract<ApplyEnding, { readonly is: "refused" }>, "plan">,
): void {
  if (plan && format === "json") cli.out(documentText(planDocument(plan, warnings)));
}

function printEnding(on: Printing, ending: ApplyEnding): void {
  const { cli, format, folder } = on;
  switch (ending.is) {
    case "refused":
      printDocument(on, ending);
      cli.err(`${ending.refusal.message}\n`);
      break;
    case "failed":
      if (ending.at === "journal" || ending.at === "lock") tellShown(cli, ending.problems);
      else printShown(cli, ending.problems, { format, folder });
      break;
    case "applied": {
      const { plan, result, recorded } = ending;
      if (format === "json") cli.out(documentText(applyDocument(plan, result, recorded)));
      const held = heldRefusal(plan);
      if (held !== undefined) cli.err(`${held}\n`);
      break;
    }
    case "cancelled":
    case "lockLost":
    case "nothingToDo":
  }
}

function lostText(why: string): string {
  return `Stopped: ${why}. trueup sends no more writes, and waits for the results of those already sent.`;
}
