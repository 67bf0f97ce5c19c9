/**
 * Activations that are still to be done after a run, at targets without a pending list. The record or the journal keeps
 * them.
 */

import type { Address } from "../../model/address.ts";
import { byTextOf } from "../../model/compare.ts";
import type { FinishIntent, JournalRecord } from "../../model/journal.ts";
import type { FinishResult, SettledStep } from "../../model/reply.ts";
import type { PendingFinish, UnfinishedWork } from "../../model/status.ts";
import { resourceOf } from "../../plan/prerequisites.ts";
import type { ApplyRun } from "../run.ts";

/** The result of a run. */
interface EndedRun {
  readonly settled: readonly SettledStep[];
  readonly finished: readonly FinishResult[] | undefined;
  /** The steps of the rollback. Changes that were rolled back need no activation. */
  readonly takenBack: readonly SettledStep[];
}

/**
 * Returns the changes of this run and earlier runs that still need an activation, including changes whose outcome is
 * unknown. Undefined if there are none.
 */
export function unfinishedAfter(
  run: ApplyRun,
  { settled, finished = [], takenBack }: EndedRun,
): readonly UnfinishedWork[] | undefined {
  const isApplied = ({ outcome: { state } }: SettledStep) => state === "applied";
  const back = new Set(takenBack.filter(isApplied).map(({ address }) => address));
  const written = settled.filter(
    (one) => (isApplied(one) || one.outcome.state === "unknown") && !back.has(one.address),
  );
  return unfinishedOf(
    run,
    written,
    finished.filter(({ state }) => state === "done"),
  );
}

function unfinishedOf(
  { plan, targets, changes }: ApplyRun,
  written: readonly { readonly address: Address }[],
  finished: readonly UnfinishedWork[] = [],
): readonly UnfinishedWork[] | undefined {
  const resources = written.flatMap(({ address }) => changes.get(address) ?? []).map(resourceOf);
  const found = [...targets].flatMap(([target, { dialect }]): UnfinishedWork[] => {
    const { isOn = false, isListed, by } = dialect.finishing ?? {};
    if (!isOn || isListed || by === undefined) return [];
    const done = new Set(namesAt(finished, target));
    const own = resources.flatMap(({ target: at, scope }) => (at === target ? (scope[by] ?? []) : []));
    const all = new Set([...namesAt(plan.pending ?? [], target), ...own]);
    return [{ target, names: [...all].filter((name) => !done.has(name)) }];
  });
  return inOrder(found);
}

/**
 * Journals in advance everything that the run may have to activate, so that the next run knows about it if this run is
 * killed. The returned function journals what is still open at the end.
 */
export function noteUnfinished(run: ApplyRun): (after: readonly UnfinishedWork[] | undefined) => void {
  const all = unfinishedOf(run, run.plan.steps) ?? [];
  const time = run.clock.date();
  for (const { target, names } of all) {
    const { verb = "" } = run.targets.get(target)?.dialect.finishing ?? {};
    run.journal?.note({ kind: "finishing", target, verb, names, time });
  }
  return (after = []) => {
    for (const { target, names } of all) {
      const left = new Set(namesAt(after, target));
      const rest = names.filter((name) => !left.has(name));
      if (rest.length > 0) run.journal?.note({ kind: "finished", target, names: rest, state: "done" });
    }
  };
}

/** The pending activations in the record after a run. */
interface RecordedRun {
  /** Pending activations that the plan knew about. */
  readonly pending?: readonly PendingFinish[] | undefined;
  /** Pending activations after this run; undefined if there are none. */
  readonly now: readonly UnfinishedWork[] | undefined;
  /** Returns true if the item is, or was, declared at the target. Absent: every item counts as declared. */
  readonly isKnown?: (target: string, name: string) => boolean;
}

/**
 * Returns what the run leaves pending, and the recorded items outside the run's scope. Undefined if nothing is pending.
 */
export function unfinishedTogether(
  recorded: readonly UnfinishedWork[] | undefined,
  { pending = [], now = [], isKnown = () => true }: RecordedRun,
): readonly UnfinishedWork[] | undefined {
  const kept = (recorded ?? []).map(({ target, names }): UnfinishedWork => {
    const asked = new Set(namesAt(pending, target));
    return { target, names: names.filter((name) => !asked.has(name) && isKnown(target, name)) };
  });
  const all = Map.groupBy([...kept, ...now], ({ target }) => target);
  return inOrder(
    [...all].map(([target, own]) => ({ target, names: [...new Set(own.flatMap(({ names }) => names))] })),
  );
}

function namesAt(all: readonly UnfinishedWork[], target: string): readonly string[] {
  return all.flatMap((one) => (one.target === target ? one.names : []));
}

function inOrder(all: readonly UnfinishedWork[]): readonly UnfinishedWork[] | undefined {
  const found = all
    .filter(({ names }) => names.length > 0)
    .map(({ target, names }) => ({ target, names: names.toSorted() }))
    .sort(byTextOf(({ target }) => target));
  return found.length > 0 ? found : undefined;
}

/** Returns the requested activations whose end was not seen: the last request for each name and target. */
export function leftFinishes(records: readonly JournalRecord[]): readonly FinishIntent[] {
  const open = new Map<string, FinishIntent>();
  const asked = new Map<string, FinishIntent>();
  const keyOf = (target: string, name: string) => `${target}\0${name}`;
  const keysOf = (target: string, names: readonly string[] = []) =>
    (names.length > 0 ? names : [""]).map((name) => keyOf(target, name));
  for (const record of records) {
    if (record.kind === "finishing") {
      asked.set(record.target, record);
      for (const key of keysOf(record.target, record.names)) open.set(key, record);
    }
    if (record.kind !== "finished" || record.state === "unknown") continue;
    const { target, names = asked.get(target)?.names } = record;
    for (const key of keysOf(target, names)) open.delete(key);
  }
  return [...new Set(open.values())].map((intent) => ({
    ...intent,
    names: intent.names.filter((name) => open.get(keyOf(intent.target, name)) === intent),
  }));
}
