/** `trueup observe`: writes a snapshot of what is declared: redacted, dated. */

import { makePlan } from "../reconcile.ts";
import { documentText } from "../report/escape.ts";
import { problemsText } from "../report/problems.ts";
import { snapshotDocument } from "../report/snapshot.ts";
import { writeWhole } from "../runtime/files.ts";
import type { Cli } from "./cli.ts";
import { running } from "./running.ts";

/** What the user asked for. */
export interface ObserveOptions {
  readonly out?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
}

/** 0 when everything could be read, else 1; the snapshot is written all the same, and says what is unknown. */
export async function observe(cli: Cli, options: ObserveOptions): Promise<number> {
  const { only, base: revision } = options;
  const need = { format: "text", secrets: "unused", only, base: revision, ungated: true } as const;
  return running(cli, need, async ({ prepared: { context }, progress, run, wish }) => {
    const { snapshot, plan } = await makePlan(context, wish, run.signal);
    progress.end();
    const { environment } = context.project;
    const base = wish.base && { base: wish.base };
    const document = snapshotDocument(snapshot, { desired: context.desired, ...base, environment });
    const text = documentText(document);
    if (options.out === undefined) cli.out(text);
    else await writeWhole(options.out, context.redact(text));
    const problems = [...new Map(plan.unknown.map(({ problem }) => [problem.message, problem])).values()];
    cli.err(problemsText(problems, cli.errStyle));
    return problems.length > 0 ? 1 : 0;
  });
}
