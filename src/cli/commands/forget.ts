/**
 * `trueup forget`: removes resources from the applied state, so that plans no longer list or prune them. Live state
 * stays unchanged.
 */

import { recordedBase } from "../../engine/base.ts";
import { type GitState, openState } from "../../engine/git-state.ts";
import { forgetAccepted, type StoppedApply } from "../../engine/recorded-apply/run-journal.ts";
import { onlyMatching } from "../../engine/sides/only.ts";
import { type ForgetRequest, type ForgottenMemory, forgottenMemory } from "../../git/forgotten.ts";
import { findLock } from "../../git/lock.ts";
import type { RememberedChange } from "../../git/memory-parts.ts";
import { moveApplied } from "../../git/record.ts";
import { saidBy } from "../../git/repository.ts";
import type { Address } from "../../model/address.ts";
import { byAddress } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import { hasErrors, type Problem, problem } from "../../model/problem.ts";
import type { IncompleteEntry } from "../../model/record.ts";
import { type ReadProject, readProject } from "../../project/read.ts";
import {
  forgottenAcceptedText,
  forgottenIdsText,
  forgottenText,
  heldLockText,
} from "../../report/apply/applied-text.ts";
import type { Cli } from "../cli.ts";
import { printProblems } from "../terminal/printing.ts";

/**
 * Exit statuses. 0: forgotten. 1: the resource does not exist in base, or the ref cannot be moved. 4: another run has
 * the lock.
 */
export async function runForget(cli: Cli, globs: readonly string[]): Promise<number> {
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read || hasErrors(problems)) return failed(cli, problems);
  const opened = await openState(read.project, "refuse");
  if (hasErrors(opened.problems)) return failed(cli, opened.problems);
  const { state } = opened;
  const { lost } = state?.applied ?? {};
  if (lost) return failed(cli, [{ ...lost.problem, severity: "error" }]);
  const isMeant = onlyMatching(globs) ?? (() => false);
  const gone = state?.applied ? await forgettable(read, state, isMeant) : [];
  const forgotten = await forgottenIn(state, { gone, globs, isMeant });
  if ("problem" in forgotten) return failed(cli, [forgotten.problem]);
  const { accepted, known, change } = forgotten;
  if (state && (gone.length > 0 || change)) {
    const lock = await findLock(state);
    if (lock && "lock" in lock) {
      cli.err(heldLockText(read.project.environment, lock.lock.record));
      return 4;
    }
    const found = await without(read, state, { gone, change });
    if (found) return failed(cli, [found]);
  }
  const journaled = await forgetAccepted(read.project, isMeant);
  if (!("forgotten" in journaled)) return stopped(cli, journaled);
  const anew = [...new Set([...accepted, ...journaled.forgotten])].sort();
  if (gone.length + anew.length + known.length === 0) return failed(cli, [nothing(globs)]);
  cli.out(forgottenText(gone) + forgottenAcceptedText(anew) + forgottenIdsText(known));
  return 0;
}

function stopped(cli: Cli, { is, ...why }: StoppedApply): number {
  if ("problems" in why) return failed(cli, why.problems);
  cli.err(`${why.refusal.message}\n`);
  return 4;
}

/**
 * The selected resources of the base that are no longer declared or that an apply left behind, with everything inside
 * them.
 */
async function forgettable(
  read: ReadProject,
  state: GitState,
  meant: (address: Address) => boolean,
): Promise<readonly Address[]> {
  const declared = read.loaded.desired.resources;
  const left = (state.applied?.record.leftBehind ?? []).filter(({ commit }) => commit !== null);
  const found = new Set(left.map(({ address }) => address).filter(meant));
  const based = await recordedBase(read, state);
  const resources: readonly Resource[] = based.base ? [...based.base.desired.resources.values()] : [];
  const dropped = resources.filter(({ address, observed }) => !observed && !declared.has(address));
  for (const { address } of dropped) if (meant(address)) found.add(address);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { address, parent } of dropped) if (parent && found.has(parent)) found.add(address);
  }
  return [...found].sort();
}

/** The remembered facts about the selected resources; a problem if git does not work. */
async function forgottenIn(
  state: GitState | undefined,
  request: ForgetRequest,
): Promise<ForgottenMemory | { readonly problem: Problem }> {
  if (!state) return { accepted: [], known: [] };
  try {
    return await forgottenMemory(state.repository, state.applied?.memory, request);
  } catch (error) {
    const what = `trueup's memory in the repository cannot be read: ${saidBy(error)}`;
    return {
      problem: problem("memory-unreadable", what, {
        hint: "Run `git status` and correct what it reports, then run this command again.",
      }),
    };
  }
}

interface ForgottenParts {
  /** The resources that are removed from the applied state. */
  readonly gone: readonly Address[];
  /** The change to the memory; undefined if there is none. */
  readonly change: RememberedChange | undefined;
}

async function without(
  { project }: ReadProject,
  state: GitState,
  { gone, change }: ForgottenParts,
): Promise<Problem | undefined> {
  const version = project.git?.recordVersion ?? 2;
  const { applied: was, repository, prefix } = state;
  if (!was) return undefined;
  const others = was.record.leftBehind.filter(({ address }) => !gone.includes(address));
  const entries = gone.map((address): IncompleteEntry => ({ address, because: "forgotten", commit: null }));
  const leftBehind = [...others, ...entries].sort(byAddress);
  const moved = await moveApplied(repository, {
    prefix,
    was,
    commit: was.commit,
    record: { ...was.record, version, leftBehind },
    memory: change,
  });
  switch (moved.is) {
    case "moved":
      return undefined;
    case "other":
      return problem("not-recorded", "another run has moved the applied ref in the meantime", {
        hint: "Run the command again.",
      });
    case "failed":
    case "tooLarge":
      return moved.problem;
  }
}

function nothing(globs: readonly string[]): Problem {
  const what = `${globs.join(" ")} matches no resource that trueup can forget`;
  const choose =
    "Name a resource that is no longer declared (see `trueup plan`), left behind by an apply, or not visible yet.";
  const hint = `${choose} To forget the id of a resource that stays applied, give its complete address.`;
  return problem("matches-nothing", what, { hint });
}

function failed(cli: Cli, problems: readonly Problem[]): 1 {
  printProblems(cli, problems, { format: "text" });
  return 1;
}
