/** Composes the comment with the plan of a pull request in one environment. */

import type { Proposal } from "../../code-host/code-host.ts";
import { filesPage } from "../../code-host/repository-pages.ts";
import type { CommentedPlan } from "../../comment-commands/shown-plan.ts";
import { hasErrors, type Problem } from "../../model/problem.ts";
import { planWriter } from "../../report/formats/plan-writer.ts";
import { noPlanIn } from "../../report/formats/registry.ts";
import { snapshotDocument } from "../../report/snapshot.ts";
import { code, documentText } from "../../report/text/escape.ts";
import { lineLink } from "../../report/text/line-link.ts";
import { plain } from "../../report/text/style.ts";
import { nameCode } from "../../report/text/value.ts";
import { snapshotWithout } from "../../report/without-secrets.ts";
import type { ProjectSecrets, Runner, SeenLook } from "../runner/runner.ts";
import type { ServedEnvironment } from "../served.ts";
import { type ForeignPlanPorts, foreignPlan } from "./foreign-plan.ts";

/** A pull request that is checked out, merged with its target branch. */
export interface CheckedOutProposal {
  readonly proposal: Proposal;
  readonly environment: ServedEnvironment;
  /** The absolute path of the work tree. */
  readonly tree: string;
  /** The checked-out commit, which is the merge. */
  readonly commit: string;
  /** The commit of the target branch. */
  readonly base: string;
}

/** The inputs for planning a pull request. */
export interface PlanTextPorts extends Omit<ForeignPlanPorts, "signal"> {
  readonly runner: Runner;
  /** The last observation of an environment. */
  readonly seenOf: (environment: string) => SeenLook | undefined;
  readonly secrets: ProjectSecrets;
  readonly signal: AbortSignal;
}

/**
 * The Markdown text. `hasPlan` is false if the text says why there is no plan. `wait`: there is no plan until the
 * network was observed.
 */
export type PlanText =
  | {
      readonly text: string;
      readonly hasPlan: boolean;
      /** The shown plan. Absent for a preview, or if there is no plan. */
      readonly plan?: Pick<CommentedPlan, "fingerprint" | "steps"> | undefined;
    }
  | "wait";

/**
 * Plans a pull request. A pull request from the repository itself is planned as `--config-from` and `--proposal-base`
 * do, with the credentials that the server has for the project. A pull request from a fork is planned without any
 * credentials, from the last observation.
 */
export async function proposalPlanText(of: CheckedOutProposal, ports: PlanTextPorts): Promise<PlanText> {
  const made = of.proposal.isForeign ? await withoutCredentials(of, ports) : await withCredentials(of, ports);
  return made === "wait" ? made : { ...made, text: `${headText(of)}\n\n${made.text}` };
}

/** The heading, with the planned commits and the environment. */
function headText({ proposal: { head, into }, environment, base }: CheckedOutProposal): string {
  const commits = `${code(head.slice(0, 12))} merged into ${code(into)} at ${code(base.slice(0, 12))}`;
  return `Environment ${nameCode(environment.environment)}: ${commits}.`;
}

async function withCredentials(
  { proposal, environment, tree, commit, base }: CheckedOutProposal,
  { runner, seenOf, secrets, signal }: PlanTextPorts,
): Promise<PlanText> {
  const { id, projectFile, look } = environment;
  const before = look?.commit === base ? seenOf(id) : undefined;
  const earlier = before && { look: before, anew: new Set<string>() };
  const at = { id: `proposals\0${id}`, projectFile: `${tree}/${projectFile}` };
  const shard = { ...at, commit, refs: commit, secrets, into: base };
  const seen = await runner.look(shard, { earlier, listener: () => {}, signal });
  if (seen.is === "failed") return noPlan(seen.problems, projectFile);
  const { made, plan, problems, secrets: redactions } = seen;
  const folder = projectFile.slice(0, projectFile.lastIndexOf("/") + 1);
  const files = environment.pages && filesPage(environment.pages, proposal.head);
  const write = await planWriter("plan", { format: "markdown", secrets: redactions });
  const text = write(plan, {
    style: plain,
    folder,
    problems,
    at: made.snapshot.takenAt,
    locate: (address, path) => made.desired.locate(address, path),
    link: files === undefined ? undefined : lineLink({ url: files, folder }),
  });
  // The secrets of the target branch are redacted too, because the observation behind this plan has opened them.
  const { fingerprint, steps } = plan;
  const shown = { fingerprint, steps: steps.length };
  return { text: before ? before.secrets.text(text) : text, hasPlan: true, plan: shown };
}

async function withoutCredentials(of: CheckedOutProposal, ports: PlanTextPorts): Promise<PlanText> {
  const { environment, proposal, tree, base } = of;
  const { look, projectFile, pages } = environment;
  // Without a redactor, no observed value is published.
  if (!look?.secrets) return "wait";
  const { made, secrets } = look;
  const declared = { desired: made.desired, base: made.base, environment: environment.environment };
  const document = snapshotDocument(snapshotWithout(made.snapshot, secrets), declared);
  const snapshot = secrets.text(documentText(document));
  const asked = { tree, projectFile, base, snapshot, head: proposal.head, pages };
  const planned = await foreignPlan(asked, ports);
  return "problem" in planned ? noPlan([planned.problem], projectFile) : planned;
}

function noPlan(problems: readonly Problem[], projectFile: string): PlanText {
  const folder = projectFile.slice(0, projectFile.lastIndexOf("/") + 1);
  const text = noPlanIn("markdown", problems, folder) ?? "";
  return { text, hasPlan: !hasErrors(problems) };
}
