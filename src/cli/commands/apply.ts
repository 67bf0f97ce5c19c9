/** `trueup apply`: makes a new plan and applies it. */

import { runUrl } from "../../code-host/ci-variables.ts";
import { type Approval, approvesNothing } from "../../engine/recorded-apply/approval.ts";
import type { ApplyEnding, ApplyRefusal } from "../../engine/recorded-apply/events.ts";
import type { Actor } from "../../engine/recorded-apply/owner.ts";
import { recordedApply } from "../../engine/recorded-apply/recorded-apply.ts";
import type { PlanFileRefusal } from "../../load/documents/plan-file.ts";
import type { Project } from "../../model/project.ts";
import {
  applyMarkdown,
  applyOutputs,
  notAppliedMarkdown,
  nothingAppliedMarkdown,
} from "../../report/apply/apply-markdown.ts";
import { planCounts } from "../../report/plan/plan-text.ts";
import { applyPrinter } from "../apply/apply-printing.ts";
import { contradiction, readPlan, readReviewed } from "../apply/plan-files.ts";
import { conclude } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import { openingOf, readChecked } from "../prepare.ts";
import { framed } from "../running.ts";
import { ask } from "../terminal/confirm.ts";
import { printProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface ApplyOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean | undefined;
  readonly approved?: string | undefined;
  /** A plan file. Its options are used again, and only an identical plan is applied. */
  readonly plan?: string | undefined;
  /**
   * A folder of reviewed plan files. A change is applied only if one of these plans contains it with the same values.
   */
  readonly plans?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly retry?: boolean | undefined;
  readonly onConflict: "hold" | "overwrite";
  readonly retryUnseen?: boolean | undefined;
  readonly rollbackOnFailure?: boolean | undefined;
  readonly allowDirty?: boolean | undefined;
  /** Consents, as `GUARD@FINGERPRINT`. */
  readonly allow?: readonly string[] | undefined;
  /** If false, no notifications are sent. */
  readonly notify?: boolean | undefined;
}

/**
 * Exit statuses. 0: done. 1: failed. 3: partly done, not convergent, or health declined. 4: refused. 129, 130, 143:
 * interrupted.
 */
export async function runApply(cli: Cli, asked: ApplyOptions): Promise<number> {
  const read = await readApproval(cli, asked);
  if ("problem" in read) {
    printProblems(cli, [read.problem], asked);
    return read.approvesNothing ? 4 : 1;
  }
  const { approval, options } = read;
  const refusal = approvesNothing(approval, options.allow);
  if (refusal) {
    cli.err(`${refusal.message}\n`);
    return 4;
  }
  return framed(cli, async ({ progress }) => {
    const { format, base, rollbackOnFailure, allow, ...rest } = options;
    const project = await readChecked(cli, { format });
    if ("status" in project) return project.status;
    const { folder } = project;
    const print = applyPrinter(cli, { format, base, rollbackOnFailure, folder, progress });
    let skipped = 0;
    try {
      const ending = await recordedApply(project, {
        ...openingOf(cli),
        ...rest,
        base,
        rollbackOnFailure,
        approval,
        consents: allow,
        cwd: cli.cwd,
        actor: actorIn(cli),
        signal: cli.interrupt.signal,
        listener: progress.listener,
        on: (event) => {
          if (event.type === "skipped") skipped = event.addresses.size;
          print(event);
        },
      });
      return await concluded(cli, project.read.project, { ...ending, skipped });
    } finally {
      progress.end();
    }
  });
}

interface GivenApproval {
  readonly approval: Approval;
  /** The options, including the ones from a plan file. */
  readonly options: ApplyOptions;
}

async function readApproval(cli: Cli, options: ApplyOptions): Promise<GivenApproval | PlanFileRefusal> {
  const { plan, plans, approved, yes } = options;
  if (plan === undefined && plans === undefined) {
    if (approved !== undefined) return { approval: { fingerprint: approved }, options };
    return { approval: yes ? { anyPlan: true } : confirmation(cli), options };
  }
  const wrong = contradiction(options);
  if (wrong) return { problem: wrong };
  if (plan === undefined) {
    const read = await readReviewed(cli, plans ?? "");
    return "problem" in read ? read : { approval: read, options };
  }
  const read = await readPlan(cli, plan);
  if ("problem" in read) return read;
  const { file } = read;
  const { only, base, prune, retry } = file.origin;
  const { fingerprint } = file;
  return { approval: { fingerprint, file }, options: { ...options, only, base, prune, retry } };
}

/** Asks for confirmation at the terminal. */
function confirmation(cli: Cli): Approval {
  return {
    confirm: async (plan, signal) => {
      if (!cli.interactive)
        return "Refused: there is no terminal to confirm on. Use --approved FINGERPRINT, or --yes.";
      const question = `\nApply to ${plan.environment} (${planCounts(plan)})? Type "yes" to confirm: `;
      const said = await ask(question, signal);
      if (said === "yes") return undefined;
      return /^y/i.test(said) ? 'Not applied: only the whole word "yes" confirms.' : "Not applied.";
    },
  };
}

/** Who applies, according to the variables of GitHub, GitLab and shells. */
function actorIn({ env }: Cli): Actor {
  return { account: env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN, login: env.USER, run: runUrl(env) };
}

/** Refusals that come before the project is open. The runner's summary does not show them. */
const early: readonly ApplyRefusal["because"][] = ["approvesNothing", "running", "locked"];

/** Reports the result to the workflow runner, and returns the exit status. */
async function concluded(
  cli: Cli,
  project: Project,
  ending: ApplyEnding & { readonly skipped: number },
): Promise<number> {
  switch (ending.is) {
    case "refused": {
      const { because, message } = ending.refusal;
      const summary = () => notAppliedMarkdown(project, message);
      if (!early.includes(because)) await conclude(cli, { summary, outputs: "exit-status=4\n" });
      return 4;
    }
    case "failed":
      return 1;
    case "cancelled":
      return cli.interrupt.status() ?? 1;
    case "lockLost":
      return 4;
    case "nothingToDo":
      await conclude(cli, {
        summary: () => nothingAppliedMarkdown(ending.plan, ending.skipped),
        outputs: "",
      });
      return ending.status;
    case "applied": {
      const { plan, result } = ending;
      const status = cli.interrupt.status() ?? ending.status;
      const summary = () => cli.secrets.text(applyMarkdown(plan, result));
      await conclude(cli, { summary, outputs: applyOutputs(result, status) });
      return status;
    }
  }
}
