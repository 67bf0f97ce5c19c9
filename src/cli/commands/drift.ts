/** `trueup drift`: what changed live since base, and what is only pending. */

import { resolve } from "node:path";
import { makePlan } from "../../engine/reconcile.ts";
import { driftOf } from "../../report/drift/drift.ts";
import { driftMetrics } from "../../report/drift/metrics.ts";
import { driftFindings } from "../../report/findings/findings.ts";
import { stepOutputs } from "../../report/findings/workflow-outputs.ts";
import { driftNotification } from "../../report/notification.ts";
import { plain, type Style } from "../../report/text/style.ts";
import { planWithout } from "../../report/without-secrets.ts";
import { writeWhole } from "../../runtime/files/files.ts";
import { computed } from "../../runtime/signals.ts";
import { occasionOf, sendNotification } from "../apply/notifying.ts";
import { type Annotations, annotate, conclude, folderSeen } from "../ci-runner.ts";
import type { Cli, Format } from "../cli.ts";
import { driftIn, formatOf } from "../formats.ts";
import { running } from "../running.ts";

/** What the user asked for. */
export interface DriftOptions {
  readonly format: Format;
  readonly annotations?: Annotations | undefined;
  readonly out?: string | undefined;
  readonly metrics?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
  /** False: nobody is told. */
  readonly notify?: boolean | undefined;
}

/** 0; 1 when something is unknown; 2 when there is drift and `--detailed-exitcode` was given. */
export async function runDrift(cli: Cli, options: DriftOptions): Promise<number> {
  const { out, metrics, detailedExitcode, notify = true, ...need } = options;
  const notifies = notify ? (["drift"] as const) : [];
  const asked = {
    ...need,
    prune: false,
    secrets: "unused",
    git: "read",
    since: true,
    ungated: true,
    notifies,
  } as const;
  return running(cli, asked, async ({ prepared, progress, run, request }) => {
    const { context, problems } = prepared;
    const { plan, snapshot } = await makePlan(context, request, run.signal);
    progress.end();
    const folder = folderSeen(cli, context.project.folder);
    const written = (format: Format, style: Style) =>
      computed(plan.changes.length, () =>
        driftIn(plan, { format, style, folder, problems, secrets: cli.secrets, desired: context.desired }),
      );
    cli.out(await written(options.format, cli.style));
    if (out !== undefined) await writeWhole(resolve(cli.cwd, out), await written(formatOf(out), plain));
    if (metrics !== undefined) {
      const text = driftMetrics(plan, [...context.targets.keys()], snapshot.takenAt);
      await writeWhole(resolve(cli.cwd, metrics), text);
    }
    annotate(cli, driftFindings(planWithout(plan, cli.secrets)), { ...options, folder });
    await conclude(cli, { summary: () => written("markdown", plain), outputs: stepOutputs(plan) });
    await sendNotification(cli, context, driftNotification(plan, occasionOf(cli, context)));
    if (plan.unknown.length > 0) return 1;
    const { drifted, conflicts, expected, unexpected } = driftOf(plan);
    const found = [drifted, conflicts, expected, unexpected].some((all) => all.length > 0);
    return detailedExitcode && found ? 2 : 0;
  });
}
