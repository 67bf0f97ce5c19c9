/** `trueup drift`: what changed live since base, and what is only pending. */

import type { Plan } from "../model/plan.ts";
import { makePlan } from "../reconcile.ts";
import { driftDocument, driftMarkdown, driftOf, driftText } from "../report/drift.ts";
import { documentText } from "../report/escape.ts";
import type { Style } from "../report/style.ts";
import type { Cli, Format } from "./cli.ts";
import { running } from "./running.ts";

/** What the user asked for. */
export interface DriftOptions {
  readonly format: Format;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/** 0; 1 when something is unknown; 2 when there is drift and `--detailed-exitcode` was given. */
export async function drift(cli: Cli, options: DriftOptions): Promise<number> {
  const { format, only, base } = options;
  return running(
    cli,
    { format, only, base, prune: false, secrets: "unused", ungated: true },
    async ({ prepared, progress, run, wish }) => {
      const { plan } = await makePlan(prepared.context, wish, run.signal);
      progress.end();
      cli.out(formatted(plan, format, cli.style));
      if (plan.unknown.length > 0) return 1;
      return options.detailedExitcode && driftOf(plan).drifted.length > 0 ? 2 : 0;
    },
  );
}

function formatted(plan: Plan, format: Format, style: Style): string {
  switch (format) {
    case "text":
      return driftText(plan, style);
    case "markdown":
      return driftMarkdown(plan);
    case "json":
      return documentText(driftDocument(plan));
  }
}
