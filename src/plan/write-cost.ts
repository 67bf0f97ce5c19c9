/** The cost of writes that are batched or take several requests, and of activation. Pure. */

import type { BatchFacts } from "../drivers/contract/batch-session.ts";
import type { SentChange } from "../drivers/contract/write.ts";
import type { Change } from "../model/change.ts";
import type { Plan } from "../model/plan/plan.ts";
import { isFinishDue } from "../model/status.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";

/**
 * Returns the number of requests of a change: one, unless the target or the kind needs more. For example, the elements
 * of some lists are written individually.
 */
export function requestsOf(change: Change, facts: TargetFacts | undefined): number {
  const sent = sentBy(change);
  const { live, desired } = sent;
  const kind = facts?.kinds.get(sent.kind);
  const own = facts?.requestsOf?.(sent) ?? 1;
  if (!kind?.requestsBetween || desired === undefined) return Math.max(1, own);
  return Math.max(1, kind.requestsBetween(live?.value, desired));
}

/** A change as it is sent, as far as planning knows it. */
export function sentBy(change: Change): SentChange {
  const { identity, lists, ordered, ownership, kind } = resourceOf(change);
  const { action: operation } = change;
  const live = change.action === "create" ? undefined : change.live;
  const desired = change.action === "remove" ? undefined : change.desired.value;
  return { operation, kind, identity, lists, ordered, ownership, desired, live };
}

/** The batch scope of a write; undefined if it cannot be determined from the write's own scope. */
export function sharedIn({ sharedBy, ofOneKind }: BatchFacts, change: Change): string | undefined {
  const { kind, parent, scope } = resourceOf(change);
  if (sharedBy !== undefined) return scope[sharedBy];
  return ofOneKind ? `${change.action} ${kind} ${parent ?? ""}` : "";
}

/** Returns the number of requests for writes in batches of this size, and how many of the batches are polled. */
export function requestsTogether(
  counts: readonly number[],
  facts: BatchFacts | undefined,
): { readonly requests: number; readonly asked: number } {
  const { size = 1, from = 1, atOnce = false, asksAlone = false } = facts ?? {};
  let [alone, batches] = [0, 0];
  for (const count of counts)
    if (count < from) alone += count;
    else batches += Math.ceil(count / size);
  return { requests: alone + batches, asked: atOnce ? 0 : batches + (asksAlone ? alone : 0) };
}

/** The writes to one device. */
interface DeviceWrites {
  /** The number of unbatched changes. */
  readonly alone: number;
  /** The number of unbatched changes that take several requests. */
  readonly parted: number;
  /** The number of writes that may be batched, for each batch scope and each time at which they can be sent. */
  readonly together: ReadonlyMap<string, number>;
}

/**
 * Returns the number of changes that are not atomic with the others. If a device has a transaction, these are the
 * changes outside of it. Otherwise they are the changes that take several requests. Empty if the number is 0, or if the
 * target has no transactions.
 */
export function apartFrom(
  devices: Iterable<DeviceWrites>,
  { batches }: { readonly batches?: BatchFacts | undefined },
): { readonly apart?: number } {
  if (!batches?.atOnce) return {};
  const apart = [...devices].reduce((sum, { alone, parted, together }) => {
    const isSplit = [...together.values()].some((count) => count >= batches.from);
    return sum + (isSplit ? alone : parted);
  }, 0);
  return apart > 0 ? { apart } : {};
}

/** Requests of a target, and its waiting time. */
interface Tally {
  writes: number;
  polls: number;
  reads: number;
  settleSeconds: number;
}

interface Planned extends Pick<Plan, "changes" | "steps" | "pending"> {
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/** The expected number of polls for the task of an activation, which takes longer than a write. */
const pollsForeseen = 5;

/**
 * Adds the cost of activation for each target with activation, or with pending changes that are only shown. One request
 * is expected for each.
 */
export function addFinishCosts(
  { changes, steps, pending = [], facts }: Planned,
  tallyOf: (target: string) => Tally,
): void {
  const stepped = new Set(steps.map(({ address }) => address));
  const written = changes.filter(({ address }) => stepped.has(address)).map(resourceOf);
  const due = new Map(pending.filter(isFinishDue).map(({ target, names }) => [target, names]));
  for (const [target, { dialect }] of facts) {
    const { finishing } = dialect;
    const own = finishing ? written.filter((one) => one.target === target) : [];
    if (!finishing || (own.length === 0 && !due.has(target))) continue;
    const { isOn, isListed, isTask, lateMs, by } = finishing;
    const tally = tallyOf(target);
    const left = isListed ? [] : (due.get(target) ?? []);
    const apart = by === undefined ? 1 : new Set([...own.map(({ scope }) => scope[by]), ...left]).size;
    if (isListed) tally.reads += isOn ? 2 : 1;
    if (!isOn) continue;
    tally.writes += apart;
    tally.polls += isTask ? apart * pollsForeseen : 0;
    tally.settleSeconds += own.length > 0 ? lateMs / 1000 : 0;
  }
}
