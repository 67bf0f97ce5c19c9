/**
 * `trueup rollback`: creates a commit with the desired state of an earlier apply on a new branch, and shows its plan.
 */

import { resolve } from "node:path";
import { checkedOutBranch } from "../../code-host/ci-variables.ts";
import type { ProposingHosting } from "../../code-host/code-host.ts";
import { type DetectedHost, proposingHostOf } from "../../code-host/detect-host.ts";
import { type ProposedResult, propose } from "../../code-host/proposing.ts";
import { type KnownHistory, knownHistory, namedEntry } from "../../engine/history/known-history.ts";
import { newestOther } from "../../engine/rollback/newest-other.ts";
import { type RolledBack, rolledBackTo } from "../../engine/rollback/rolled-back.ts";
import { currentBranch, newBranch } from "../../git/new-commit.ts";
import { saidBy } from "../../git/repository.ts";
import type { PlacedEntry } from "../../model/history/history.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { type ReadProject, type ReadProjectResult, readProject } from "../../project/read.ts";
import type { FormatFor } from "../../report/formats/registry.ts";
import {
  type RollbackView,
  rollbackMarkdown,
  rollbackMessage,
  rollbackNeedless,
  rollbackNext,
  rollbackText,
  rollbackTitle,
} from "../../report/history/rollback-text.ts";
import { clock } from "../../runtime/clock.ts";
import { projectFilesIn } from "../../runtime/files/environment-file.ts";
import { openLog } from "../../runtime/log.ts";
import { random, runId } from "../../runtime/random.ts";
import { hostWire } from "../../serve/hosting/host-wire.ts";
import { budgetsOf } from "../budgets.ts";
import type { Cli } from "../cli.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";
import { runPlanOf } from "./plan.ts";

/** The command's arguments and options. */
export interface RollbackOptions {
  readonly format: FormatFor<"plan">;
  readonly out?: readonly string[] | undefined;
  readonly prune?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly push?: boolean | undefined;
  readonly pullRequest?: boolean | undefined;
  readonly into?: string | undefined;
  /**
   * The absolute path of a PEM bundle with the only trusted authorities. If absent, the public authorities are trusted.
   */
  readonly ca?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/** The exit status of the plan; 0 if there is nothing to roll back, 1 if the rollback is impossible. */
export async function runRollback(cli: Cli, to: string, options: RollbackOptions): Promise<number> {
  const { format } = options;
  const failed = (problems: readonly Problem[]) => {
    printProblems(cli, problems, { format });
    return 1;
  };
  const found = await readProject(cli.cwd, cli.global.project);
  const { read } = found;
  const wrong = definitionErrors(found);
  if (!read || wrong.length > 0) return failed(read ? wrong : found.problems);
  const known = await knownHistory(read.project);
  if (!("history" in known)) return failed(known.problems);
  const named = namedEntry(known.history, to);
  if ("problem" in named) return failed([named.problem]);
  const { placed } = named;
  const proposing = await proposingOf(cli, known, options);
  if (proposing && "problem" in proposing) return failed([proposing.problem]);
  const back = await madeBack(read, known, placed);
  if (!("is" in back)) return failed(back.problems);
  const say = format === "text" ? cli.out : cli.err;
  if (back.is === "same") {
    say(rollbackNeedless(placed, await newestOther(read, known, placed.back)));
    return 0;
  }
  const done = await kept(cli, options, { placed, known, back, read, proposing });
  if ("problem" in done) return failed([done.problem]);
  say(rollbackText(done.view));
  if (done.wrong) tellProblems(cli, [done.wrong]);
  const project = { read: back.read, folder: read.project.folder, problems: back.problems };
  const plans: Plan[] = [];
  const onPlan = (plan: Plan) => void plans.push(plan);
  const status = await runPlanOf(cli, options, { project, commit: done.view.commit, onPlan });
  const { branch } = done.view;
  const { remote } = known.place.repository;
  const push = branch?.isPushed ? undefined : remote;
  const undeclared = undeclaredIn(plans, options.prune === true && !read.project.prune);
  if (branch && !cli.global.quiet) say(rollbackNext({ branch: branch.name, push, undeclared }));
  return done.wrong ? 1 : status;
}

/**
 * Whether the plans keep or remove resources that are no longer declared; undefined if they do neither. `isAsked`: this
 * command has an option that removes such resources; apply needs the same option.
 */
function undeclaredIn(plans: readonly Plan[], isAsked: boolean): "kept" | "removed" | undefined {
  if (plans.some(({ kept: left }) => left.length > 0)) return "kept";
  const isRemoving = ({ steps }: Plan) => steps.some(({ operation }) => operation === "remove");
  return isAsked && plans.some(isRemoving) ? "removed" : undefined;
}

/**
 * The errors of the project's definition. Errors in the desired state on disk are left out, since they may be the
 * reason for the rollback.
 */
function definitionErrors({ read, problems }: ReadProjectResult): readonly Problem[] {
  const declared = new Set(read?.loaded.problems);
  const isOfFolder = ({ code }: Problem) => ofFolders.some((each) => each === code);
  return problems.filter((one) => one.severity === "error" && !declared.has(one) && !isOfFolder(one));
}

/** The codes of problems with the project's folders and their files. */
const ofFolders = ["missing-folder", "unreadable-file", "link-outside", "tree-too-large"] as const;

async function madeBack(
  read: ReadProject,
  { place: { repository, head } }: KnownHistory,
  { entry }: PlacedEntry,
): ReturnType<typeof rolledBackTo> {
  const { folder, environment } = read.project;
  const files = await projectFilesIn(folder);
  const others = files.filter((file) => file.environment !== environment);
  try {
    return await rolledBackTo({
      read,
      repository,
      head,
      to: entry.commit,
      others,
      run: runId(),
      message: rollbackMessage(entry),
    });
  } catch (error) {
    const hint = "Run `git status` in the folder of trueup.yaml: it says what to do.";
    return { problems: [problem("git-unusable", `git cannot make the commit: ${saidBy(error)}`, { hint })] };
  }
}

/** The host at which a pull request is opened, and its target branch. */
interface Proposing {
  readonly host: DetectedHost<ProposingHosting>;
  readonly into: string;
}

/** Finds out how to open the pull request before anything is created; undefined if no pull request was requested. */
async function proposingOf(
  cli: Cli,
  { place: { repository } }: KnownHistory,
  { pullRequest, push, dryRun, into: named, ca }: RollbackOptions,
): Promise<Proposing | { readonly problem: Problem } | undefined> {
  if (dryRun || (!push && !pullRequest)) return undefined;
  if (repository.remote === undefined) return { problem: noRemote };
  if (!pullRequest) return undefined;
  const host = proposingHostOf(cli.env, ca && resolve(cli.cwd, ca));
  if ("problem" in host) return host;
  const into = named ?? checkedOutBranch(cli.env) ?? (await currentBranch(repository));
  return into === undefined ? { problem: noInto } : { host, into };
}

interface MadeRollback {
  readonly proposing: Proposing | undefined;
  readonly placed: PlacedEntry;
  readonly known: KnownHistory;
  readonly back: RolledBack;
  readonly read: ReadProject;
}

/**
 * Creates the branch; pushes it and opens a pull request if requested. `wrong`: the branch exists, but a later step
 * failed.
 */
async function kept(
  cli: Cli,
  options: RollbackOptions,
  { placed, known, back, read, proposing }: MadeRollback,
): Promise<{ readonly view: RollbackView; readonly wrong?: Problem } | { readonly problem: Problem }> {
  const { repository, head } = known.place;
  const { moves, changed, shared, commit } = back;
  const { fileName } = read;
  const projectFile = moves.some(({ path }) => path === repository.prefix + fileName) ? fileName : undefined;
  const view = { placed, moves, changed: changed.length, projectFile, shared, head, commit };
  if (options.dryRun) return { view };
  const push = options.push === true || options.pullRequest === true;
  const name = `trueup/rollback-${placed.entry.commit.slice(0, 12)}`;
  const branch = await newBranch(repository, { name, commit, push });
  if ("is" in branch) return { problem: branch.problem };
  const made = { ...view, commit: branch.commit, branch: { ...branch, isPushed: push } };
  if (!proposing) return { view: made };
  const proposed = await proposedAt(cli, proposing, { view: made, branch: branch.name });
  if ("problem" in proposed) return { view: made, wrong: proposed.problem };
  return { view: { ...made, proposal: proposed.shown } };
}

/** Opens the pull request of a rollback, or finds it already open. */
async function proposedAt(
  cli: Cli,
  { host, into }: Proposing,
  { view, branch }: { readonly view: RollbackView; readonly branch: string },
): Promise<{ readonly shown: NonNullable<RollbackView["proposal"]> } | { readonly problem: Problem }> {
  const { secrets } = cli;
  const log = openLog({ ...cli.log, secrets });
  const { wire, close } = hostWire(host, {
    world: { clock, random },
    log,
    secrets,
    budgets: budgetsOf(cli),
  });
  const title = rollbackTitle(view.placed.entry);
  const text = secrets.value(rollbackMarkdown(view));
  try {
    const place = { hosting: host.hosting, wire, clock };
    const done: ProposedResult = await propose(place, { branch, into, title, text }, cli.interrupt.signal);
    if ("problem" in done) return done;
    const { number, url } = done.proposal;
    return { shown: { words: `${host.hosting.proposal} ${number}`, isOld: done.is === "there", url } };
  } finally {
    await close();
  }
}

const noRemote = problem("unknown-remote", "the branch cannot be pushed: this repository has no remote", {
  hint: "Leave out --push and --pull-request, or add a remote.",
});

const noInto = problem(
  "no-hosting",
  "the target branch of the pull request is unknown, because no branch is checked out",
  {
    hint: "Name the target branch, for example: --into main.",
  },
);
