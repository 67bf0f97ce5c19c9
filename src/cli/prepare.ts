/** What most commands begin with: read the project, check it, open what is needed; or say what is wrong. */

import { reverting } from "../diff/reverting.ts";
import { type BaseResult, namedBase, namedMain, recordedBase } from "../engine/base.ts";
import { type GitState, type GitStateResult, openState } from "../engine/git-state.ts";
import { type OpenedProject, type OpenProjectOptions, openContext } from "../engine/open.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import { matches } from "../model/glob.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project, Target } from "../model/project.ts";
import type { Base } from "../model/record.ts";
import { type ReadProject, readProject } from "../project/read.ts";
import { baseText } from "../report/apply/applied-text.ts";
import { problemsText } from "../report/problems.ts";
import type { Annotations } from "./ci-runner.ts";
import type { Cli, Format } from "./cli.ts";
import { annotateProblems, type PrintOptions, printProblems } from "./terminal/printing.ts";

/** What a command needs of its project. */
export interface PrepareOptions {
  readonly format: Format;
  readonly annotations?: Annotations | undefined;
  readonly secrets: OpenProjectOptions["secrets"];
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  /** The revision whose project file counts, instead of the one on the disk. */
  readonly configFrom?: string | undefined;
  /** The revision, or the folder, that a proposal goes to. */
  readonly proposalBase?: string | undefined;
  /** `read`: what was applied is the base. `write`: and the run will record what it applies. Else: no base. */
  readonly git?: "read" | "write" | undefined;
  /** Called once the project is in order and before Git is read: takes locks. A status ends the command. */
  readonly hold?: ((project: Project) => Promise<Hold | RefusedCommand>) | undefined;
  readonly listener?: Listener | undefined;
  readonly notifies?: OpenProjectOptions["notifies"] | undefined;
  readonly targets?: ((target: Target) => boolean) | undefined;
  /** True: a run that only looks, and asks nobody for health. */
  readonly ungated?: boolean | undefined;
  /** True: the desired-state folder may be missing, and is made later. */
  readonly first?: boolean;
}

/** What a command holds while it runs. */
export interface Hold {
  /** Aborted once it is lost: nothing may be written any more. */
  readonly lost?: AbortSignal;
  readonly release: () => Promise<void>;
}

/** Why a command ends before it begins, which has been said. */
export interface RefusedCommand {
  readonly status: 1 | 4;
}

/** A project that is ready. */
export interface PreparedCommand extends PreparedSides {
  readonly context: OpenedProject;
}

/** Prepares, or prints every problem and gives the exit status. Warnings are printed and go on. */
export async function prepare(cli: Cli, need: PrepareOptions): Promise<PreparedCommand | RefusedCommand> {
  const sides = await readSides(cli, need);
  if ("status" in sides) return sides;
  let prepared: PreparedCommand | RefusedCommand | undefined;
  try {
    prepared = await opened(cli, need, sides);
    return prepared;
  } finally {
    if (!prepared || "status" in prepared) await sides.hold?.release();
  }
}

async function opened(
  cli: Cli,
  need: PrepareOptions,
  sides: PreparedSides,
): Promise<PreparedCommand | RefusedCommand> {
  const { read, base, folder, problems, only } = sides;
  const { context, problems: more } = await openContext(read, {
    env: cli.env,
    log: cli.log,
    secrets: need.secrets,
    redactor: cli.secrets,
    allowInsecure: cli.global.allowInsecure,
    only,
    listener: need.listener,
    notifies: need.notifies,
    targets: need.targets,
    ungated: need.ungated,
    base,
  });
  const all = [...problems, ...more];
  if (!context) return refuse(cli, all, { ...need, folder });
  reportProblems(cli, all, { ...need, folder });
  if (sides.state && need.base === undefined && need.format === "text" && !cli.global.quiet)
    cli.err(baseText(sides.state.applied));
  return { ...sides, context, problems: all };
}

/** What a command compares, read and checked; nothing of the network is known yet. */
export interface PreparedSides {
  readonly read: ReadProject;
  /** The project with all that it declares, where `read` was narrowed to what drifted. */
  readonly whole: ReadProject;
  readonly base?: Desired | undefined;
  /** The base with all that it declares, and the commits it is of. */
  readonly wholeBase?: Base | undefined;
  /** Undefined: no Git, or it was not asked for. */
  readonly state?: GitState | undefined;
  readonly hold?: Hold | undefined;
  /** What the branch declares that a proposal goes to. */
  readonly main?: Desired | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  readonly folder: string;
  /** Warnings; errors would have ended it. */
  readonly problems: readonly Problem[];
}

/** Reads the project and the revisions that the user names, or prints every problem and gives the exit status. */
export async function readSides(
  cli: Cli,
  need: Omit<PrepareOptions, "secrets">,
): Promise<PreparedSides | RefusedCommand> {
  const found = await readProject(cli.cwd, cli.global.project, need.configFrom);
  const { read, folder = cli.cwd } = found;
  const problems = found.problems.filter(({ code }) => !need.first || code !== "missing-folder");
  const printing = { ...need, folder };
  if (!read || hasErrors(problems)) return refuse(cli, problems, printing);
  const hold = await need.hold?.(read.project);
  if (hold && "status" in hold) return hold;
  let sides: PreparedSides | { readonly wrong: readonly Problem[] } | undefined;
  try {
    sides = await comparedSides(cli, need, { read, problems, folder });
    return "wrong" in sides ? refuse(cli, sides.wrong, printing) : { ...sides, hold };
  } finally {
    if (!sides || "wrong" in sides) await hold?.release();
  }
}

interface Own {
  readonly read: ReadProject;
  readonly problems: readonly Problem[];
  readonly folder: string;
}

async function comparedSides(
  cli: Cli,
  need: Omit<PrepareOptions, "secrets">,
  { read, folder, ...own }: Own,
): Promise<PreparedSides | { readonly wrong: readonly Problem[] }> {
  const { project, loaded } = read;
  const { state, problems: ofState } = await stateFor(project, need);
  if (hasErrors(ofState)) return { wrong: ofState };
  const based = await baseFor(cli, { read, named: need.base, state });
  if (based && !based.base) return { wrong: based.problems };
  const wholeBase = based?.base;
  const base = wholeBase?.desired;
  const main =
    need.proposalBase === undefined ? undefined : await namedMain(project, need.proposalBase, cli.cwd);
  if (main && !main.base) return { wrong: main.problems };
  const only = onlyMatching(need.only);
  const onlyDrift = need.only?.includes(drift) ?? false;
  if (onlyDrift && !base) return { wrong: [driftNeedsBase] };
  const declared = [loaded.desired, ...(base ? [base] : [])];
  if (only && !declared.some(({ resources }) => [...resources.keys()].some(only)))
    return { wrong: [matchesNothing(need.only ?? [])] };
  const problems = [...own.problems, ...ofState, ...(based?.problems ?? [])];
  const git = { wholeBase, state };
  const more = { whole: read, ...git, folder, problems };
  const sides = { ...more, main: main?.base.desired, only };
  if (!onlyDrift || !base) return { read, ...sides, base };
  const reverted = reverting(loaded.desired, base);
  return {
    read: { ...read, loaded: { ...loaded, desired: reverted.desired } },
    ...sides,
    base: reverted.base,
  };
}

async function stateFor(
  project: Project,
  { git, base }: Omit<PrepareOptions, "secrets">,
): Promise<GitStateResult> {
  if (git === undefined || (git === "read" && base !== undefined)) return { problems: [] };
  return openState(project, git === "read" ? "warn" : "refuse");
}

interface Wanted {
  readonly read: ReadProject;
  readonly named: string | undefined;
  readonly state: GitState | undefined;
}

async function baseFor(cli: Cli, { read, named, state }: Wanted): Promise<BaseResult | undefined> {
  if (named !== undefined) return namedBase(read.project, named, cli.cwd);
  return state && recordedBase(read, state);
}

/** Among the globs of `--only`: what drifted, and nothing that Git changed. No address can be called so. */
const drift = "drift";

const needsBase = "--only drift needs a base: else nobody knows what drifted";
const driftNeedsBase = problem("drift-needs-base", needsBase, {
  hint: "Name the revision, or the folder, that was applied last.",
});

function refuse(cli: Cli, problems: readonly Problem[], printing: PrintOptions): RefusedCommand {
  printProblems(cli, problems, printing);
  return { status: 1 };
}

/** Prints warnings of a run that goes on. */
export function reportProblems(cli: Cli, problems: readonly Problem[], printing: PrintOptions): void {
  if (problems.length > 0) cli.err(problemsText(problems, cli.errStyle));
  annotateProblems(cli, problems, printing);
}

function matchesNothing(globs: readonly string[]): Problem {
  const hint = "Addresses are target/kind/key, such as cloud/network/berlin; * stands for any characters.";
  return problem("matches-nothing", `--only ${globs.join(" ")} matches no declared address`, { hint });
}

/** True when one of them is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** Globs over addresses as a filter; none: everything. `cloud/*` or `*berlin*`. */
export function onlyMatching(
  globs: readonly string[] | undefined,
): ((address: Address) => boolean) | undefined {
  const named = globs?.filter((glob) => glob !== drift) ?? [];
  if (named.length === 0) return undefined;
  return (address) => named.some((glob) => matches(glob, address));
}
