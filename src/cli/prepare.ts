/** What most commands begin with: read the project, check it, open what is needed; or say what is wrong. */

import { reverting } from "../diff/reverting.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import { matches } from "../model/glob.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { type Context, type OpenOptions, openContext } from "../open.ts";
import { type ReadProject, readBase, readMain, readProject } from "../read.ts";
import { problemFindings } from "../report/findings.ts";
import { problemsText } from "../report/problems.ts";
import type { Cli, Format } from "./cli.ts";
import { problemsIn } from "./formats.ts";
import { type Annotations, annotate, folderSeen } from "./runner.ts";

/** What a command needs of its project. */
export interface Need {
  readonly format: Format;
  readonly annotations?: Annotations | undefined;
  readonly secrets: OpenOptions["secrets"];
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  /** The revision whose project file counts, instead of the one on the disk. */
  readonly configFrom?: string | undefined;
  /** The revision, or the folder, that a proposal goes to. */
  readonly proposalBase?: string | undefined;
  readonly listener?: Listener;
  readonly targets?: (target: Target) => boolean;
  /** True: a run that only looks, and asks nobody for health. */
  readonly ungated?: boolean;
  /** True: the desired-state folder may be missing, and is made later. */
  readonly first?: boolean;
}

/** A project that is ready. */
export interface Prepared extends Sides {
  readonly context: Context;
}

/** Prepares, or prints every problem and gives nothing. Warnings are printed and go on. */
export async function prepare(cli: Cli, need: Need): Promise<Prepared | undefined> {
  const sides = await readSides(cli, need);
  const { logLevel: level, logFormat: format } = cli.global;
  if (!sides) return undefined;
  const { read, base, folder, problems, only } = sides;
  const { context, problems: more } = await openContext(read, {
    env: cli.env,
    log: { level, format },
    secrets: need.secrets,
    allowInsecure: cli.global.allowInsecure,
    ...(only && { only }),
    ...(need.listener && { listener: need.listener }),
    ...(need.targets && { targets: need.targets }),
    ...(need.ungated && { ungated: true }),
    ...(base && { base }),
  });
  const all = [...problems, ...more];
  if (!context) return refuse(cli, all, { ...need, folder });
  tell(cli, all, { ...need, folder });
  return { ...sides, context, problems: all };
}

/** What a command compares, read and checked; nothing of the network is known yet. */
export interface Sides {
  readonly read: ReadProject;
  readonly base?: Desired;
  /** What the branch declares that a proposal goes to. */
  readonly main?: Desired;
  readonly only?: (address: Address) => boolean;
  readonly folder: string;
  /** Warnings; errors would have ended it. */
  readonly problems: readonly Problem[];
}

/** Reads the project and the revisions that the user names, or prints every problem and gives nothing. */
export async function readSides(cli: Cli, need: Omit<Need, "secrets">): Promise<Sides | undefined> {
  const { configFrom, base: named, proposalBase } = need;
  const found = await readProject(cli.cwd, cli.global.project, configFrom);
  const { read, folder = cli.cwd } = found;
  const problems = need.first
    ? found.problems.filter(({ code }) => code !== "missing-folder")
    : found.problems;
  const printing = { ...need, folder };
  if (!read || hasErrors(problems)) return refuse(cli, problems, printing);
  const base = named === undefined ? undefined : await readBase(read.project, named, cli.cwd);
  if (base && "problems" in base) return refuse(cli, base.problems, printing);
  const main = proposalBase === undefined ? undefined : await readMain(read.project, proposalBase, cli.cwd);
  if (main && "problems" in main) return refuse(cli, main.problems, printing);
  const only = onlyMatching(need.only);
  const onlyDrift = need.only?.includes(drift) ?? false;
  if (onlyDrift && !base) return refuse(cli, [driftNeedsBase], printing);
  const declared = [read.loaded.desired, ...(base ? [base.desired] : [])];
  if (only && !declared.some(({ resources }) => [...resources.keys()].some(only)))
    return refuse(cli, [matchesNothing(need.only ?? [])], printing);
  const more = { folder, problems, ...(main && { main: main.desired }), ...(only && { only }) };
  if (!onlyDrift || !base) return { read, ...more, ...(base && { base: base.desired }) };
  const reverted = reverting(read.loaded.desired, base.desired);
  const loaded = { ...read.loaded, desired: reverted.desired };
  return { read: { ...read, loaded }, ...more, base: reverted.base };
}

/** Among the globs of `--only`: what drifted, and nothing that Git changed. No address can be called so. */
const drift = "drift";

const driftNeedsBase = problem(
  "drift-needs-base",
  "--only drift needs --base: else nobody knows what drifted",
  {
    hint: "Name the revision, or the folder, that was applied last.",
  },
);

function refuse(cli: Cli, problems: readonly Problem[], printing: Printing): undefined {
  printProblems(cli, problems, printing);
  return undefined;
}

/** Prints warnings of a run that goes on. */
export function tell(cli: Cli, problems: readonly Problem[], printing: Printing): void {
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

/** How problems are printed. */
export interface Printing {
  readonly format: Format;
  readonly annotations?: Annotations | undefined;
  /** The project's folder, where there is one. */
  readonly folder?: string | undefined;
}

/** Prints problems: on standard error for people, as the one document on standard output for machines. */
export function printProblems(cli: Cli, problems: readonly Problem[], on: Printing): void {
  const document = problemsIn(on.format, problems, folderSeen(cli, on.folder ?? cli.cwd));
  if (document === undefined) cli.err(problemsText(problems, cli.errStyle));
  else cli.out(document);
  annotateProblems(cli, problems, on);
}

function annotateProblems(cli: Cli, problems: readonly Problem[], { annotations, folder }: Printing): void {
  annotate(cli, problemFindings(problems), { annotations, folder: folderSeen(cli, folder ?? cli.cwd) });
}

/** Globs over addresses as a filter; none: everything. `cloud/*` or `*berlin*`. */
export function onlyMatching(
  globs: readonly string[] | undefined,
): ((address: Address) => boolean) | undefined {
  const named = globs?.filter((glob) => glob !== drift) ?? [];
  if (named.length === 0) return undefined;
  return (address) => named.some((glob) => matches(glob, address));
}
