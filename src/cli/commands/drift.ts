/** `trueup drift`: shows changes of live state since the base, and counts pending changes. */

import { runUrl } from "../../code-host/ci-variables.ts";
import { sendNotification } from "../../engine/notifying.ts";
import { makePlan } from "../../engine/reconcile.ts";
import { withLastLeft } from "../../engine/recorded-apply/run-journal.ts";
import type { Address } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import type { Snapshot, Who } from "../../model/live/snapshot.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { driftNotification } from "../../notify/notification.ts";
import { whoChanged } from "../../observe/change-log/change-authors.ts";
import { driftOf } from "../../report/drift/drift.ts";
import { driftFindings } from "../../report/findings/plan-findings.ts";
import { driftMetrics } from "../../report/formats/metrics.ts";
import { planWriter } from "../../report/formats/plan-writer.ts";
import type { AnnotationHost, FormatFor } from "../../report/formats/registry.ts";
import { stepOutputs } from "../../report/formats/workflow-outputs.ts";
import { driftStatus } from "../../report/plan/plan-status.ts";
import { plain, type Style } from "../../report/text/style.ts";
import { planWithout } from "../../report/without-secrets.ts";
import { computed } from "../../runtime/signals.ts";
import { annotate, conclude, folderSeen, linkOf } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import type { TimeSpan } from "../options/since.ts";
import { writeOut, writeResults } from "../output-files.ts";
import { type RunningCommand, running } from "../running.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface DriftOptions {
  readonly format: FormatFor<"drift">;
  readonly annotations?: AnnotationHost | undefined;
  readonly out?: readonly string[] | undefined;
  readonly metrics?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
  /**
   * If given, the products' change logs are read to find out who changed the drifted resources. The time span says how
   * far back they are read; `true` means a week.
   */
  readonly who?: true | TimeSpan | undefined;
  /** If false, no notifications are sent. */
  readonly notify?: boolean | undefined;
}

/**
 * Exit status: 0; 1 if something is unknown or a scope does not exist; 2 if there is drift, with `--detailed-exitcode`.
 */
export async function runDrift(cli: Cli, options: DriftOptions): Promise<number> {
  const { metrics, detailedExitcode, who: back, notify = true, ...need } = options;
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
  return running(cli, asked, async (on) => {
    const { prepared, progress, run, request } = on;
    const { context, problems } = prepared;
    const wanted = await withLastLeft(request, context.project);
    const { plan, snapshot } = await makePlan(context, wanted, run.signal);
    const who = back === undefined ? undefined : await whoDid(on, { plan, snapshot, back });
    progress.end();
    const folder = folderSeen(cli, context.project.folder);
    const link = linkOf(cli, { folder, commit: plan.origin?.commit });
    const locate: Desired["locate"] = (address, path) => context.desired.locate(address, path);
    const shown = { folder, problems, locate, who, link, at: snapshot.takenAt };
    const written = async (format: FormatFor<"drift">, style: Style) => {
      const write = await planWriter("drift", { format, secrets: cli.secrets });
      return computed(plan.changes.length, () => write(plan, { ...shown, style }));
    };
    cli.out(await written(options.format, cli.style));
    let isWritten = await writeResults(cli, { document: "drift", out: options.out }, (to) =>
      written(to, plain),
    );
    if (metrics !== undefined) {
      const text = driftMetrics(plan, [...context.targets.keys()], snapshot.takenAt);
      isWritten = (await writeOut(cli, metrics, text)) && isWritten;
    }
    annotate(cli, driftFindings(planWithout(plan, cli.secrets)), { ...options, folder });
    await conclude(cli, { summary: () => written("markdown", plain), outputs: stepOutputs(plan) });
    const occasion = { at: context.clock.date(), run: runUrl(cli.env) };
    tellProblems(cli, await sendNotification(context, driftNotification(plan, occasion)));
    return isWritten ? driftStatus(plan, detailedExitcode ?? false) : 1;
  });
}

/** How far back logs are read by default, in milliseconds: a week. */
const whoMs = 7 * 24 * 3_600_000;

/** Finds out who changed the resources that drifted or are in conflict. */
function whoDid(
  { prepared: { context }, run, request }: RunningCommand,
  {
    plan,
    snapshot,
    back,
  }: { readonly plan: Plan; readonly snapshot: Snapshot; readonly back: true | TimeSpan },
): Promise<Who> {
  const { drifted, conflicts } = driftOf(plan);
  const resourceOf = (address: Address) =>
    context.desired.resources.get(address) ?? request.base?.resources.get(address);
  const changed = new Set([...drifted, ...conflicts].map(({ address }) => address));
  const resources = [...changed].flatMap((address) => resourceOf(address) ?? []);
  const input = { resources, parentOf: resourceOf, snapshot, targets: context.targets };
  return whoChanged({ ...input, backMs: back === true ? whoMs : back.ms, now: Date.now() }, run.signal);
}
