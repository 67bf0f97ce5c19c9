/** `trueup drift`: what changed live since base, and what is only pending. */

import type { Plan } from "../model/plan.ts";
import { makePlan } from "../reconcile.ts";
import { driftDocument, driftMarkdown, driftOf, driftText } from "../report/drift.ts";
import type { Style } from "../report/style.ts";
import type { Cli, Format } from "./cli.ts";
import { interruptible } from "./interrupt.ts";
import { onlyMatching, prepare } from "./prepare.ts";
import { openProgress } from "./progress.ts";

/** What the user asked for. */
export interface DriftOptions {
  readonly format: Format;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/** 0; 1 when something is unknown; 2 when there is drift and `--detailed-exitcode` was given. */
export async function drift(cli: Cli, options: DriftOptions): Promise<number> {
  const progress = openProgress(cli);
  const need = {
    format: options.format,
    secrets: "unused" as const,
    only: options.only,
    base: options.base,
    listener: progress.listener,
  };
  const prepared = await prepare(cli, need);
  if (!prepared) return 1;
  const { context, base } = prepared;
  const run = interruptible(cli.err);
  try {
    const only = onlyMatching(options.only);
    const { plan } = await makePlan(context, { ...(base && { base }), ...(only && { only }) }, run.signal);
    progress.end();
    cli.out(context.redact(formatted(plan, options.format, cli.style)));
    if (plan.unknown.length > 0) return 1;
    return options.detailedExitcode && driftOf(plan).drifted.length > 0 ? 2 : 0;
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    progress.end();
    run.done();
    await context.close();
  }
}

function formatted(plan: Plan, format: Format, style: Style): string {
  switch (format) {
    case "text":
      return driftText(plan, style);
    case "markdown":
      return driftMarkdown(plan);
    case "json":
      return `${JSON.stringify(driftDocument(plan), undefined, 2)}\n`;
  }
}
