/** The history entry of a recorded apply: who, when, what, and how it ended. It contains no values. */

import { keepHistory } from "../../git/history/history-ref.ts";
import type { AppliedRef } from "../../git/record.ts";
import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import {
  defaultKept,
  type HistoryApproval,
  type HistoryChange,
  type HistoryEnding,
  type HistoryEntry,
  type HistoryOutcome,
} from "../../model/history/history.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { RecordCounts, RecordSummary } from "../../model/record.ts";
import type { ApplyResult, SettledStep } from "../../model/reply.ts";
import { toolVersion } from "../../runtime/files/shipped.ts";
import { runId } from "../../runtime/random.ts";
import type { Approval } from "./approval.ts";
import { outcomeCounts } from "./record.ts";
import type { RunningApply } from "./running-apply.ts";

/** The result of an apply, redacted for output. */
export interface ApplyOutcome {
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly plan: Plan;
  /** The result. Absent if there was nothing to do. */
  readonly result?: ApplyResult | undefined;
  /** The exit status, as returned by `applyStatus`. */
  readonly status: 0 | 1 | 3;
  /** The record. Absent if nothing was recorded. */
  readonly recorded?: RecordSummary | undefined;
  /** The time of the record. Absent: none was written. */
  readonly recordedAt?: string | undefined;
}

/**
 * Writes the history entry of this apply, while its lock is held and after its record is written. If the entry cannot
 * be written, this is only a warning. An apply that had nothing to do gets an entry only if it applied another commit.
 */
export async function leaveEntry(on: RunningApply, of: ApplyOutcome): Promise<void> {
  const { state, read } = on.opened;
  const { keep = defaultKept } = read.project.history ?? {};
  if (!state || keep === 0) return;
  const { repository, prefix, applied, head } = state;
  if (!of.result && applied?.commit === head) return;
  const { environment } = read.project;
  const entry = await entryOf(on, of, { before: applied, commit: head });
  const earlier = applied && earlierEntry(applied);
  const changes = () => changesOf(of.plan, of.result);
  const problems = await keepHistory({ repository, prefix, environment, keep }, { entry, changes, earlier });
  for (const problem of problems) on.say({ type: "warned", problem });
}

async function entryOf(
  { options, owner, opened: { state, context } }: RunningApply,
  { started, plan, result, status, recorded, recordedAt }: ApplyOutcome,
  { before, commit }: { readonly before: AppliedRef | undefined; readonly commit: string },
): Promise<Omit<HistoryEntry, "changes" | "omitted">> {
  const consents = (options.consents ?? []).flatMap((consent) => {
    const at = consent.lastIndexOf("@");
    return consent.slice(at + 1) === plan.fingerprint ? [consent.slice(0, at)] : [];
  });
  return {
    format: "trueup.historyEntry",
    version: 1,
    run: runId(),
    environment: plan.environment,
    started,
    ended: context.clock.date(),
    actor: state ? await owner.account(state.repository) : "unknown",
    ...(isWebUrl(owner.run) && { url: owner.run }),
    tool: toolVersion(),
    commit,
    ...(before && { before: before.commit }),
    fingerprint: plan.fingerprint,
    ...(result && { approval: approvalOf(options.approval) }),
    ...(consents.length > 0 && { consents }),
    ...(options.only && { only: options.only }),
    ending: endingOf(status, result),
    counts: outcomeCounts(result?.settled ?? []),
    ...(recorded && { leftBehind: recorded.leftBehind.length }),
    ...(recordedAt !== undefined && { recorded: recordedAt }),
  };
}

function isWebUrl(text: string | undefined): boolean {
  return /^https?:$/.test(URL.parse(text ?? "")?.protocol ?? "");
}

function approvalOf(approval: Approval): HistoryApproval {
  if ("fingerprint" in approval) return "fingerprint";
  if ("reviewed" in approval) return "plans";
  return "confirm" in approval ? "asked" : "nobody";
}

function endingOf(status: 0 | 1 | 3, result: ApplyResult | undefined): HistoryEnding {
  if (!result) return "unchanged";
  if (result.rolledBack) return "takenBack";
  if (result.interrupted) return "interrupted";
  if (result.crash) return "failed";
  return status === 0 ? "applied" : status === 3 ? "partly" : "failed";
}

/** The changes of the plan's steps, in plan order, each with its outcome. */
function* changesOf(plan: Plan, result: ApplyResult | undefined): Generator<HistoryChange> {
  const outcomes = outcomesOf(plan, result);
  for (const change of plan.changes) {
    const outcome = outcomes.get(change.address);
    if (outcome) yield { address: change.address, action: change.action, outcome, ...fieldsOf(change) };
  }
}

const fieldsMax = 64;

function fieldsOf(change: Change): Pick<HistoryChange, "fields" | "moreFields"> {
  if (change.action !== "update") return {};
  const { differences } = change;
  const more = differences.length - fieldsMax;
  const fields = differences.slice(0, fieldsMax).map(({ path }) => path);
  return { fields, ...(more > 0 && { moreFields: more }) };
}

function outcomesOf(plan: Plan, result: ApplyResult | undefined): ReadonlyMap<Address, HistoryOutcome> {
  const settled = new Map(result?.settled.map(({ step, outcome }) => [step, outcome.state]));
  const back = new Set(result?.rolledBack?.settled.filter(isBack).map(({ address }) => address));
  const outcomes = new Map<Address, HistoryOutcome>();
  for (const { id, address, because } of plan.steps) {
    const state = settled.get(id);
    const outcome = back.has(address) && state !== "skipped" ? "takenBack" : state;
    if (outcome) for (const each of [address, ...because]) outcomes.set(each, outcome);
  }
  return outcomes;
}

function isBack({ outcome: { state } }: SettledStep): boolean {
  return state === "applied" || state === "converged";
}

/**
 * Returns a history entry made from the record of an apply without an entry. The apply was killed before it wrote one,
 * or an earlier version of trueup made it.
 */
function earlierEntry({ id, commit, record }: AppliedRef): HistoryEntry {
  const { environment, time, actor, tool, fingerprint, counts, leftBehind } = record;
  return {
    format: "trueup.historyEntry",
    version: 1,
    run: id,
    environment,
    ended: time,
    actor,
    tool,
    commit,
    fingerprint,
    ending: "unknown",
    counts,
    leftBehind: leftBehind.length,
    recorded: time,
    changes: [],
    omitted: sum(counts),
  };
}

function sum(counts: RecordCounts): number {
  return Object.values(counts).reduce((all: number, each: number) => all + each, 0);
}
