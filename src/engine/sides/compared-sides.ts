/** Resolves the sides that a command compares, from revisions and from the selected addresses. */

import { readMemory } from "../../git/memory.ts";
import type { Address } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import type { Memory } from "../../model/memory.ts";
import { hasErrors, type Problem, problem } from "../../model/problem.ts";
import type { Base } from "../../model/record.ts";
import type { ReadProject } from "../../project/read.ts";
import { type BaseResult, namedBase, namedMain, recordedBase } from "../base.ts";
import { type GitState, type GitStateResult, openState } from "../git-state.ts";
import { driftWord, matchesNothing, onlyMatching, targetsMatching } from "./only.ts";

/** The sides that a command compares. */
export interface SideOptions {
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  /** The revision or folder that a pull request is compared with. Absent: no pull request is compared. */
  readonly proposalBase?: string | undefined;
  /**
   * How the record is used. `read`: the base is the last applied state. `write`: the same, and the run will record what
   * it applies. `remember`: there is no base, and only the ids in the record are used. Default: the record is not used.
   */
  readonly git?: "read" | "write" | "remember" | undefined;
  /** The commit to plan. Default: the checked-out commit. */
  readonly planned?: string | undefined;
}

/** A project that was read without errors. */
export interface CheckedProject {
  readonly read: ReadProject;
  readonly folder: string;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** The sides that a command compares, read and checked. Nothing was read from the network yet. */
export interface ComparedSides extends CheckedProject {
  /** The last applied state, and its commits. Absent: the comparison has no base. */
  readonly base?: Base | undefined;
  /** The Git state. Undefined: there is no Git, or Git was not needed. */
  readonly state?: GitState | undefined;
  /**
   * What the record remembers about the selected targets. Absent: there is no record, it remembers nothing, or it was
   * not needed.
   */
  readonly memory?: RememberedTargets | undefined;
  /** The declarations of a pull request's target branch. Absent: no pull request is compared. */
  readonly main?: Desired | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  /** True: the command concerns drift only. */
  readonly driftOnly: boolean;
}

/** What is remembered about these targets. Nothing is known about other targets. */
export interface RememberedTargets extends Memory {
  readonly targets: readonly string[];
}

/** The errors that prevent a comparison. */
interface Wrong {
  readonly wrong: readonly Problem[];
}

/** Resolves the revisions, and selects the addresses to compare. */
export async function compareSides(
  checked: CheckedProject,
  options: SideOptions,
  cwd: string,
): Promise<ComparedSides | Wrong> {
  const revisions = await resolveRevisions(checked.read, options, cwd);
  if ("wrong" in revisions) return revisions;
  const selected = select(options.only, checked.read.loaded.desired, revisions.base?.desired);
  if ("wrong" in selected) return selected;
  const remembered = await rememberedFor(checked.read, revisions, selected.only);
  const problems = [...checked.problems, ...revisions.problems, ...remembered.problems];
  return { ...checked, ...revisions, ...selected, memory: remembered.memory, problems };
}

interface Revisions {
  readonly state: GitState | undefined;
  readonly base: Base | undefined;
  readonly main: Desired | undefined;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

async function resolveRevisions(
  read: ReadProject,
  options: SideOptions,
  cwd: string,
): Promise<Revisions | Wrong> {
  const { state, problems: ofState } = await stateFor(read, options);
  if (hasErrors(ofState)) return { wrong: ofState };
  const recorded = options.git === "remember" ? undefined : state;
  const based = await baseFor(read, { named: options.base, state: recorded, cwd });
  if (based && !based.base) return { wrong: based.problems };
  const { proposalBase } = options;
  const main = proposalBase === undefined ? undefined : await namedMain(read, proposalBase, cwd);
  if (main && !main.base) return { wrong: main.problems };
  const problems = [...ofState, ...(based?.problems ?? []), ...(main?.problems ?? [])];
  return { state, base: based?.base, main: main?.base.desired, problems };
}

async function stateFor(
  { project }: ReadProject,
  { git, base, only, planned }: SideOptions,
): Promise<GitStateResult> {
  if (git === undefined || (git === "read" && base !== undefined)) return { problems: [] };
  // Records of the first format contain the secrets of all targets together.
  const secretsOf = project.git?.recordVersion === 1 ? "all" : targetsMatching(only, project.targets.keys());
  return openState(project, git === "write" ? "refuse" : "warn", { secretsOf, planned });
}

/**
 * Returns what the record remembers about the targets with selected addresses. Parts that cannot be read produce a
 * warning.
 */
async function rememberedFor(
  { loaded: { desired } }: ReadProject,
  { state, base }: Revisions,
  only: ComparedSides["only"],
): Promise<{ readonly memory?: RememberedTargets; readonly problems: readonly Problem[] }> {
  if (!state) return { problems: [] };
  const selected = new Set<string>();
  for (const side of [desired, base?.desired])
    for (const [address, { target }] of side?.resources ?? [])
      if (!selected.has(target) && (only?.(address) ?? true)) selected.add(target);
  const targets = [...selected].sort();
  const { memory, problems } = await readMemory(state.repository, state.applied, targets);
  return { memory: { ...memory, targets }, problems };
}

interface BaseOptions {
  readonly named: string | undefined;
  readonly state: GitState | undefined;
  readonly cwd: string;
}

async function baseFor(
  read: ReadProject,
  { named, state, cwd }: BaseOptions,
): Promise<BaseResult | undefined> {
  if (named !== undefined) return namedBase(read, named, cwd);
  return state && recordedBase(read, state);
}

/** The addresses that `--only` selects; an error if it selects none. */
function select(
  globs: readonly string[] | undefined,
  desired: Desired,
  base: Desired | undefined,
): Pick<ComparedSides, "only" | "driftOnly"> | Wrong {
  const only = onlyMatching(globs);
  const driftOnly = globs?.includes(driftWord) ?? false;
  if (driftOnly && !base) return { wrong: [driftNeedsBase] };
  const declared = base ? [desired, base] : [desired];
  const known = declared.flatMap(({ resources }) => [...resources.keys()]);
  if (only && !known.some(only)) return { wrong: [matchesNothing(globs ?? [], known)] };
  return { only, driftOnly };
}

const needsBase = "--only drift needs the last applied state: without it, trueup cannot tell what drifted";
const driftNeedsBase = problem("drift-needs-base", needsBase, {
  hint: "Add --base with the revision or folder that was applied last.",
});
