/** `trueup plan`: shows what apply would do. */

import type { Plan } from "../model/plan.ts";
import type { Problem } from "../model/problem.ts";
import { makePlan } from "../reconcile.ts";
import { documentText } from "../report/escape.ts";
import { planDocument } from "../report/plan-json.ts";
import { planMarkdown } from "../report/plan-markdown.ts";
import { planText } from "../report/plan-text.ts";
import { requestsText } from "../report/requests.ts";
import { plain, type Style } from "../report/style.ts";
import { writeWhole } from "../runtime/files.ts";
import type { Cli, Format } from "./cli.ts";
import { previews } from "./previews.ts";
import { running } from "./running.ts";

/** What the user asked for. */
export interface PlanOptions {
  readonly format: Format;
  readonly out?: string | undefined;
  readonly requests?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/** 0; 1 when something is unknown; 2 when there are changes and `--detailed-exitcode` was given. */
export async function plan(cli: Cli, options: PlanOptions): Promise<number> {
  const { format, only, base, prune } = options;
  return running(
    cli,
    { format, only, base, prune, secrets: "shown" },
    async ({ prepared, progress, run, wish }) => {
      const { context, problems } = prepared;
      const made = await makePlan(context, wish, run.signal);
      progress.end();
      const requests = options.requests ? requestsText(previews(context, made)) : "";
      cli.out(formatted(made.plan, { format, problems, style: cli.style }) + requests);
      if (options.out !== undefined) {
        const kept = formatted(made.plan, { format: formatOf(options.out), problems, style: plain });
        await writeWhole(options.out, context.redact(kept));
      }
      return statusOf(made.plan, options.detailedExitcode ?? false);
    },
  );
}

interface Formatting {
  readonly format: Format;
  readonly problems: readonly Problem[];
  readonly style: Style;
}

function formatted(made: Plan, { format, problems, style }: Formatting): string {
  switch (format) {
    case "text":
      return planText(made, style);
    case "markdown":
      return planMarkdown(made);
    case "json":
      return documentText(planDocument(made, problems));
  }
}

/** By its ending: `.md`, `.json`, else text. */
function formatOf(path: string): Format {
  if (path.endsWith(".json")) return "json";
  return path.endsWith(".md") ? "markdown" : "text";
}

function statusOf(made: Plan, detailed: boolean): number {
  if (made.unknown.length > 0) return 1;
  return detailed && made.steps.length + made.held.length + made.unwritable.length > 0 ? 2 : 0;
}
