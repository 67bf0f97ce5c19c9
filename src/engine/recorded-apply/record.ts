/** Records an apply in the applied ref: commit, actor, counts, incomplete addresses. */

import { unfinishedTogether } from "../../apply/activation/unfinished.ts";
import { secretsApplied } from "../../apply/applied-secrets.ts";
import { differing, leftBehind } from "../../apply/incomplete.ts";
import type { RememberedChange } from "../../git/memory-parts.ts";
import { appliedRef, moveApplied } from "../../git/record.ts";
import type { Address } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import { type Json, parseJson, sameJson } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type {
  ApplyRecord,
  Base,
  IncompleteEntry,
  RecordCounts,
  RecordSummary,
  RecordVersion,
} from "../../model/record.ts";
import type { ApplyResult, SettledStep } from "../../model/reply.ts";
import type { SecretFingerprints } from "../../model/secret.ts";
import type { Clock } from "../../model/wire.ts";
import { uncommittedText } from "../../report/apply/applied-text.ts";
import { toolVersion } from "../../runtime/files/shipped.ts";
import { desiredAt, emptyBase } from "../base.ts";
import type { GitState } from "../git-state.ts";
import type { OpenedProject } from "../open.ts";
import type { PlannedRun } from "../reconcile.ts";
import type { RememberedTargets } from "../sides/compared-sides.ts";
import type { OpenedSides } from "../sides/opened-sides.ts";
import type { ApplyListener, ApplyRefusal } from "./events.ts";
import { isOther, memoryAfter } from "./memory.ts";
import type { RunOwner } from "./owner.ts";

/** Records one apply. */
export interface ApplyRecorder {
  /** True if ids and stored forms are remembered across runs. */
  readonly remembers: boolean;
  /**
   * Moves the applied ref to the checked-out commit, and emits an event about this. Does nothing without Git, or if
   * nothing has changed. If there was nothing to do, call it without a result. `failed`: the ref could not be moved,
   * and this was already reported. `recordedAt`: the time of the written record.
   */
  record(
    made: PlannedRun,
    result?: ApplyResult,
  ): Promise<{ readonly recorded?: RecordSummary; readonly recordedAt?: string; readonly failed: boolean }>;
}

/** The options of a record. */
export interface RecordingOptions {
  readonly allowDirty: boolean;
  readonly owner: RunOwner;
  readonly say: ApplyListener;
}

/** Prepares the record of an apply. Refuses if resources in the scope of the apply have uncommitted changes. */
export async function openRecording(
  { read, base = emptyBase, state, context, only, memory }: OpenedSides,
  { allowDirty, owner, say }: RecordingOptions,
): Promise<{ readonly recording: ApplyRecorder } | { readonly refusal: ApplyRefusal }> {
  if (!state) return { recording: { remembers: false, record: async () => ({ failed: false }) } };
  const { desired } = read.loaded;
  const committed = await desiredAt(read, state.head);
  const addresses = differing(desired, committed).filter((address) => only?.(address) ?? true);
  if (addresses.length > 0 && !allowDirty)
    return { refusal: { because: "uncommitted", addresses, message: uncommittedText(addresses) } };
  const { clock, fingerprints, targets, redaction } = context;
  const version = read.project.git?.recordVersion ?? 2;
  const git = { state, version, memory, committed, base };
  const on = { ...git, desired, targets, redaction, clock, fingerprints, owner, say };
  return { recording: { remembers: version !== 1, record: (made, result) => recordApply(on, made, result) } };
}

interface ToRecord {
  readonly state: GitState;
  /** The format of the record. */
  readonly version: RecordVersion;
  readonly base: Base;
  /** The memory at the start of the run. */
  readonly memory: RememberedTargets | undefined;
  readonly targets: OpenedProject["targets"];
  readonly redaction: OpenedProject["redaction"];
  readonly desired: Desired;
  /** The declarations of the checked-out commit. */
  readonly committed: Desired;
  readonly clock: Clock;
  readonly fingerprints: SecretFingerprints | undefined;
  readonly owner: RunOwner;
  readonly say: ApplyListener;
}

async function recordApply(
  on: ToRecord,
  made: PlannedRun,
  result: ApplyResult | undefined,
): ReturnType<ApplyRecorder["record"]> {
  const { state, say } = on;
  const { plan, snapshot } = made;
  const settled = result?.settled ?? [];
  const { only, driftOnly } = made.request;
  // A run that only reverts drift applies no declarations beyond those in base.
  const asked = driftOnly ? () => false : only;
  const { nonConvergent, acceptedUnseen } = result ?? {};
  const { storedOtherwise, notTaken } = (on.version === 1 ? undefined : result) ?? {};
  const rolledBack = result?.rolledBack?.settled;
  const found = { nonConvergent, storedOtherwise, notTaken, acceptedUnseen, rolledBack };
  const left = leftBehind({ ...on, plan, snapshot, settled, ...found, only: asked });
  const recorded = { ref: appliedRef(state.prefix), commit: state.head, leftBehind: left };
  const secrets = secretsAfter(on, made, result);
  const unfinished = result ? unfinishedOf(on, made, result) : state.applied?.record.unfinished;
  const { record: was = {} } = state.applied ?? {};
  const isSame = sameJson(rest({ secrets, unfinished }), rest(was));
  const memory = on.version === 1 ? undefined : rememberedBy(on, made, result);
  if (nothingNew(state, left, settled) && isSame && !memory?.isNew) return { recorded, failed: false };
  const record: ApplyRecord = {
    format: "trueup.record",
    version: on.version,
    environment: plan.environment,
    time: on.clock.date(),
    actor: await on.owner.account(state.repository),
    fingerprint: plan.fingerprint,
    tool: toolVersion(),
    counts: outcomeCounts(settled),
    leftBehind: left,
    ...(unfinished && { unfinished }),
    secrets,
  };
  const wrong = await move(state, record, memory);
  say(wrong ? { type: "notRecorded", problem: wrong } : { type: "recorded", record: recorded });
  return wrong ? { failed: true } : { recorded, recordedAt: record.time, failed: false };
}

/**
 * Returns the members of a record besides counts and addresses, in stored form, so that two records can be compared.
 */
function rest({ secrets, unfinished }: Pick<ApplyRecord, "secrets" | "unfinished">): Json | undefined {
  return parseJson(JSON.stringify({ secrets, unfinished }));
}

/**
 * Returns the secrets of the record. A run without a key keeps the secrets of the previous record, because it cannot
 * compute new fingerprints.
 */
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

/** Returns the unfinished work of this run, and of earlier runs outside the scope of this run. */
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

/** Returns the new memory of this run's targets, and whether the memory has changed. */
function rememberedBy(
  { memory, targets, desired: { resources }, base, committed, state, clock, redaction }: ToRecord,
  made: PlannedRun,
  result: ApplyResult | undefined,
): RememberedChange & { readonly isNew: boolean } {
  const before = made.request.memory;
  const holdsSecret = (text: string, target: string) => redaction.of(target).value(text) !== text;
  const run = {
    holdsSecret,
    memory: before,
    targets,
    base: base.desired,
    commit: state.head,
    time: clock.date(),
  };
  // `committed` lacks declarations that were applied from uncommitted files, so the declarations of the work tree are
  // added.
  const desired = { ...committed, resources: new Map([...committed.resources, ...resources]) };
  const of = memoryAfter({ ...run, desired }, made, result);
  return { of, targets: memory?.targets ?? [...targets.keys()], isNew: isOther(of, memory) };
}

async function move(
  state: GitState,
  record: ApplyRecord,
  memory: RememberedChange | undefined,
): Promise<Problem | undefined> {
  const { repository, prefix, head: commit, applied: was } = state;
  try {
    const moved = await moveApplied(repository, { prefix, was, commit, record, memory });
    switch (moved.is) {
      case "moved":
        return undefined;
      case "other":
        return notRecorded("another apply has moved this ref in the meantime");
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
  if (!applied || applied.lost || applied.commit !== head || settled.length > 0) return false;
  return JSON.stringify(applied.record.leftBehind) === JSON.stringify(left);
}

/** The number of steps per outcome. */
export function outcomeCounts(settled: readonly SettledStep[]): RecordCounts {
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

function notRecorded(why: string): Problem {
  const hint = "The changes are applied. The next apply reads the live state and records them.";
  return problem("not-recorded", `the applied ref could not be moved: ${why}`, { hint });
}
