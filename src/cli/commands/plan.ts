/** `trueup plan`: shows the changes that apply would make. */

import { resolve } from "node:path";
import { makePlan } from "../../engine/reconcile.ts";
import { withLastLeft } from "../../engine/recorded-apply/run-journal.ts";
import { remember } from "../../engine/recorded-apply/shown-plans.ts";
import { previews } from "../../engine/requests.ts";
import type { CheckedProject } from "../../engine/sides/compared-sides.ts";
import { otherApproval, planFileExcess } from "../../load/documents/plan-file.ts";
import type { Desired } from "../../model/desired.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { planFindings } from "../../report/findings/plan-findings.ts";
import { planWriter } from "../../report/formats/plan-writer.ts";
import type { AnnotationHost, FormatFor } from "../../report/formats/registry.ts";
import { stepOutputs } from "../../report/formats/workflow-outputs.ts";
import { requestsText, unmanagedText } from "../../report/plan/lists-text.ts";
import { planStatus } from "../../report/plan/plan-status.ts";
import { plain, type Style } from "../../report/text/style.ts";
import { planWithout, unmanagedWithout } from "../../report/without-secrets.ts";
import { computed } from "../../runtime/signals.ts";
import { annotate, conclude, folderSeen, linkOf } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import { writeProblems, writeResults } from "../output-files.ts";
import { readChecked, readSides, reportProblems } from "../prepare.ts";
import { framed, type RunningCommand, running, runPrepared } from "../running.ts";
import { planOfSnapshot } from "../snapshot-plan.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface PlanOptions {
  readonly format: FormatFor<"plan">;
  readonly annotations?: AnnotationHost | undefined;
  readonly out?: readonly string[] | undefined;
  readonly requests?: boolean | undefined;
  readonly showUnmanaged?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly retry?: boolean | undefined;
  readonly proposalBase?: string | undefined;
  readonly configFrom?: string | undefined;
  /** A snapshot file, or true for the snapshot that the repository publishes. If absent, the live state is read. */
  readonly snapshot?: string | true | undefined;
  readonly rollbackOnFailure?: boolean | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/**
 * Exit status: 0; 1 if something is unknown or a scope does not exist; 2 if there are changes, with
 * `--detailed-exitcode`.
 */
export async function runPlan(cli: Cli, options: PlanOptions): Promise<number> {
  const { snapshot } = options;
  if (snapshot !== undefined) return preview(cli, { ...options, snapshot });
  return running(cli, { ...options, ...planning }, (on) => planned(cli, options, on));
}

const planning = { secrets: "shown", git: "read", since: true } as const;

/** Makes the plan for a commit that is not checked out, with a project that was read from that commit. */
export function runPlanOf(
  cli: Cli,
  options: PlanOptions,
  of: {
    readonly project: CheckedProject;
    readonly commit: string;
    /** Called with the plan before it is shown. */
    readonly onPlan: (plan: Plan) => void;
  },
): Promise<number> {
  const { project, commit, onPlan } = of;
  return framed(cli, (frame) =>
    runPrepared(frame, { project, options: { ...options, ...planning, planned: commit } }, (on) =>
      planned(cli, options, { ...on, onPlan }),
    ),
  );
}

async function planned(
  cli: Cli,
  options: PlanOptions,
  { prepared, progress, run, request, onPlan }: RunningCommand & { readonly onPlan?: (plan: Plan) => void },
): Promise<number> {
  const { context } = prepared;
  // A journal in the files of a pull request is untrusted, because its author controls it.
  const proposed = (options.configFrom ?? options.proposalBase) !== undefined;
  const asked = proposed ? request : await withLastLeft(request, context.project);
  const made = await makePlan(context, asked, run.signal);
  progress.end();
  onPlan?.(made.plan);
  const requests = options.requests ? requestsText(previews(context, made, cli.secrets)) : "";
  const { desired } = context;
  await remember(made.plan, prepared.state, cli.secrets);
  const { unmanaged: found } = made.snapshot;
  const shown = options.showUnmanaged ? unmanagedWithout(found, cli.secrets) : undefined;
  const unmanaged = shown ? unmanagedText(shown, made.plan.titles) : "";
  const at = made.snapshot.takenAt;
  return present({ ...prepared, cli, options, more: requests + unmanaged, desired, at }, made.plan);
}

async function preview(
  cli: Cli,
  options: PlanOptions & { readonly snapshot: string | true },
): Promise<number> {
  const need = { ...options, git: "read" } as const;
  const checked = await readChecked(cli, need);
  if ("status" in checked) return checked.status;
  const sides = await readSides(cli, need, checked);
  if ("status" in sides) return sides.status;
  const { snapshot, prune, retry } = options;
  const from = snapshot === true ? snapshot : resolve(cli.cwd, snapshot);
  const made = await planOfSnapshot(sides, { from, prune, retry });
  if ("problem" in made) {
    printProblems(cli, [made.problem], { ...options, folder: sides.folder });
    await writeProblems(cli, [made.problem], { ...options, folder: sides.folder });
    return 1;
  }
  reportProblems(cli, sides.problems, { ...options, folder: sides.folder });
  const { desired } = sides.read.loaded;
  return present({ ...sides, cli, options, more: "", desired }, made.plan);
}

interface Presenting {
  readonly cli: Cli;
  readonly options: PlanOptions;
  readonly folder: string;
  readonly desired: Desired;
  readonly problems: readonly Problem[];
  /** When the live state was read, ISO 8601 in UTC; absent if the plan itself contains that time. */
  readonly at?: string;
  /** Text to print after the plan on standard output. */
  readonly more: string;
}

/** Writes a plan to all requested outputs, and returns the exit status. */
async function present(
  { cli, options, desired, problems, more, at, folder: place }: Presenting,
  made: Plan,
): Promise<number> {
  const folder = folderSeen(cli, place);
  const { format, out, rollbackOnFailure: rollback = false } = options;
  const link = linkOf(cli, { folder, commit: made.origin?.commit });
  const locate: Desired["locate"] = (address, path) => desired.locate(address, path);
  const on = { folder, problems, locate, rollback, at, link };
  let excess: string | undefined;
  const written = async (to: FormatFor<"plan">, style: Style) => {
    const write = await planWriter("plan", { format: to, secrets: cli.secrets });
    const text = await computed(made.changes.length, () => write(made, { ...on, style }));
    if (to === "json" && !made.preview) excess ??= planFileExcess(text);
    return text;
  };
  cli.out((await written(format, cli.style)) + more);
  const isWritten = await writeResults(cli, { document: "plan", out }, (to) => written(to, plain));
  if (excess !== undefined) tellProblems(cli, [unreadFile(excess)]);
  annotate(cli, planFindings(planWithout(made, cli.secrets)), { ...options, folder });
  await conclude(cli, { summary: () => written("markdown", plain), outputs: stepOutputs(made) });
  return isWritten ? planStatus(made, options.detailedExitcode ?? false) : 1;
}

/**
 * The warning that apply cannot read this plan as a plan file. `excess` continues the words "this plan", such as "is
 * larger than 16 MB".
 */
function unreadFile(excess: string): Problem {
  const what = `this plan ${excess} as JSON, so \`trueup apply\` cannot read it as a plan file`;
  return problem("plan-file", what, { severity: "warning", hint: otherApproval });
}
