/** Records an apply in the applied ref: commit, actor, counts, incomplete addresses. */

import { isDeepStrictEqual } from "node:util";
import { unfinishedTogether } from "../../apply/activation/unfinished.ts";
import { secretsApplied } from "../../apply/applied-secrets.ts";
import { differing, leftBehind } from "../../apply/incomplete.ts";
import { desiredAt, emptyBase } from "../../engine/base.ts";
import type { GitState } from "../../engine/git-state.ts";
import type { PlannedRun } from "../../engine/reconcile.ts";
import { appliedRef, moveApplied } from "../../git/record.ts";
import { committerOf, type Repository } from "../../git/repository.ts";
import type { Address } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { ApplyRecord, Base, IncompleteEntry, RecordCounts } from "../../model/record.ts";
import type { ApplyResult, SettledStep } from "../../model/reply.ts";
import type { SecretFingerprints } from "../../model/secret.ts";
import type { Clock } from "../../model/wire.ts";
import { recordedText, uncommittedText } from "../../report/apply/applied-text.ts";
import type { Cli } from "../cli.ts";
import type { PreparedCommand } from "../prepare.ts";
import { tellProblems } from "../terminal/printing.ts";

/** What was recorded, for the result's document. */
interface RecordSummary {
  readonly ref: string;
  readonly commit: string;
  readonly leftBehind: readonly IncompleteEntry[];
}

/** What an apply records with. */
export interface ApplyRecorder {
  /**
   * Moves the applied ref to the commit that is checked out, and says so; does nothing where nothing is new, or
   * there is no Git. `failed` when it cannot be moved, which has been said. Without a result: nothing was to be done.
   */
  record(
    made: PlannedRun,
    result?: ApplyResult,
  ): Promise<{ readonly recorded?: RecordSummary; readonly failed: boolean }>;
}

/** Readies the record of an apply. A refusal when something is not committed that it is about. */
export async function openRecording(
  cli: Cli,
  { read, base = emptyBase, state, context }: PreparedCommand,
  asked: { readonly allowDirty: boolean; readonly only: ((address: Address) => boolean) | undefined },
): Promise<{ readonly recording: ApplyRecorder } | { readonly refusal: string }> {
  if (!state) return { recording: { record: async () => ({ failed: false }) } };
  const { desired } = read.loaded;
  const committed = await desiredAt(read, state.head);
  const loose = differing(desired, committed).filter((address) => asked.only?.(address) ?? true);
  if (loose.length > 0 && !asked.allowDirty) return { refusal: uncommittedText(loose) };
  const { clock, fingerprints } = context;
  const on = { state, desired, committed, base, clock, fingerprints };
  return { recording: { record: (made, result) => recordApply(cli, on, { made, result }) } };
}

interface ToRecord {
  readonly state: GitState;
  readonly base: Base;
  readonly desired: Desired;
  /** What the commit that is checked out declares. */
  readonly committed: Desired;
  readonly clock: Clock;
  readonly fingerprints: SecretFingerprints | undefined;
}

async function recordApply(
  cli: Cli,
  on: ToRecord,
  { made, result }: { readonly made: PlannedRun; readonly result: ApplyResult | undefined },
): ReturnType<ApplyRecorder["record"]> {
  const { state } = on;
  const { plan, snapshot } = made;
  const settled = result?.settled ?? [];
  const { only, driftOnly } = made.request;
  // Who takes drift back brings nothing about that base does not say.
  const asked = driftOnly ? () => false : only;
  const { nonConvergent } = result ?? {};
  const rolledBack = result?.rolledBack?.settled;
  const left = leftBehind({ ...on, plan, snapshot, settled, nonConvergent, only: asked, rolledBack });
  const recorded = { ref: appliedRef(state.prefix), commit: state.head, leftBehind: left };
  const secrets = secretsAfter(on, made, result);
  const unfinished = result ? unfinishedOf(on, made, result) : state.applied?.record.unfinished;
  const { record: was } = state.applied ?? {};
  const isSame = isDeepStrictEqual([secrets, unfinished], [was?.secrets, was?.unfinished]);
  if (nothingNew(state, left, settled) && isSame) return { recorded, failed: false };
  const record: ApplyRecord = {
    format: "trueup.record",
    version: 1,
    environment: plan.environment,
    time: on.clock.date(),
    actor: await accountOf(cli, state.repository),
    fingerprint: plan.fingerprint,
    tool: cli.version,
    counts: countsOf(settled),
    leftBehind: left,
    ...(unfinished && { unfinished }),
    secrets,
  };
  const found = await move(state, record);
  if (found) tellProblems(cli, [found]);
  else if (!cli.global.quiet) cli.err(recordedText(recorded.ref, recorded.commit, left));
  return found ? { failed: true } : { recorded, failed: false };
}

/** What the record says of secrets; without a key what it said before, so that no run without it forgets them. */
function secretsAfter(
  { fingerprints: now, state }: ToRecord,
  { plan, snapshot }: PlannedRun,
  result: ApplyResult | undefined,
): SecretFingerprints | undefined {
  const recorded = state.applied?.record.secrets;
  if (!now) return recorded;
  const isLive = (address: Address) => snapshot.observations.get(address)?.state === "present";
  const { settled = [], nonConvergent, rolledBack } = result ?? {};
  const back = rolledBack?.settled;
  return secretsApplied({ now, recorded, plan, isLive, settled, nonConvergent, rolledBack: back });
}

/** What this run has left, and what earlier ones have of which it was not. */
function unfinishedOf(
  { state, desired, base }: ToRecord,
  { plan: { pending } }: PlannedRun,
  { unfinished: now }: ApplyResult,
): ApplyRecord["unfinished"] {
  const declared = new Set<string>();
  for (const side of [desired, base.desired])
    for (const { target, scope } of side.resources.values())
      for (const word of Object.values(scope)) declared.add(`${target}\0${word}`);
  const isKnown = (target: string, name: string) => declared.has(`${target}\0${name}`);
  return unfinishedTogether(state.applied?.record.unfinished, { pending, now, isKnown });
}

async function move(state: GitState, record: ApplyRecord): Promise<Problem | undefined> {
  const { repository, prefix, head: commit, applied: was } = state;
  try {
    const moved = await moveApplied(repository, { prefix, was, commit, record });
    switch (moved.is) {
      case "moved":
        return undefined;
      case "other":
        return notRecorded("another apply has moved it in the meantime");
      case "failed":
        return notRecorded(moved.problem.message);
      case "tooLarge":
        return moved.problem;
    }
  } catch (error) {
    return notRecorded(error instanceof Error ? error.message : String(error));
  }
}

function nothingNew(
  { applied, head }: GitState,
  left: readonly IncompleteEntry[],
  settled: readonly SettledStep[],
): boolean {
  if (!applied || applied.commit !== head || settled.length > 0) return false;
  return JSON.stringify(applied.record.leftBehind) === JSON.stringify(left);
}

function countsOf(settled: readonly SettledStep[]): RecordCounts {
  const of = (state: SettledStep["outcome"]["state"]) =>
    settled.filter(({ outcome }) => outcome.state === state).length;
  return {
    applied: of("applied"),
    converged: of("converged"),
    failed: of("failed"),
    unknown: of("unknown"),
    skipped: of("skipped"),
  };
}

/** By run: the lock and the record both say who it is. */
const accounts = new WeakMap<Cli, Promise<string>>();

/** Who applies: the account of the CI run, else the one that git commits with. */
export function accountOf(cli: Cli, repository: Repository): Promise<string> {
  const known = accounts.get(cli) ?? accountIn(cli.env, repository);
  accounts.set(cli, known);
  return known;
}

async function accountIn(env: Cli["env"], repository: Repository): Promise<string> {
  const account = env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN;
  return account ?? (await committerOf(repository)) ?? env.USER ?? "unknown";
}

function notRecorded(why: string): Problem {
  const hint = "What was applied is live. The next apply reads it and records it.";
  return problem("not-recorded", `the applied ref could not be moved: ${why}`, { hint });
}
