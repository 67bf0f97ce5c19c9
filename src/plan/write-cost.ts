/** What writes cost that go together or take several requests, and what it costs to finish. Pure. */

import type { BatchFacts } from "../drivers/contract/batch-session.ts";
import type { SentChange } from "../drivers/contract/write.ts";
import type { Change } from "../model/change.ts";
import type { Plan } from "../model/plan/plan.ts";
import { isFinishDue } from "../model/status.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";

/** One, but for lists whose elements are written one by one. */
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

/** What a write shares with those that it may go with. Undefined: its scope does not say. */
export function sharedIn({ sharedBy, ofOneKind }: BatchFacts, change: Change): string | undefined {
  const { kind, parent, scope } = resourceOf(change);
  if (sharedBy !== undefined) return scope[sharedBy];
  return ofOneKind ? `${change.action} ${kind} ${parent ?? ""}` : "";
}

/** The requests of writes of which so many go together each time, and how many of them are asked for until they end. */
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

/** What goes to one device. */
interface DeviceWrites {
  /** Changes that go by themselves, and those of them that take several requests. */
  readonly alone: number;
  readonly parted: number;
  /** Writes that may go together, by what they share and when they can leave. */
  readonly together: ReadonlyMap<string, number>;
}

/**
 * How many changes go by themselves beside a transaction of their device, and so are not atomic with it; and those that
 * are not atomic by themselves. Nothing where there are none, or where the target knows no transactions.
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

/** Requests of a target, and how long is waited there. */
interface Tally {
  writes: number;
  polls: number;
  reads: number;
  settleSeconds: number;
}

interface Planned extends Pick<Plan, "changes" | "steps" | "pending"> {
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/** A task of this sort is asked for so often, as foreseen: it lasts longer than that of a write. */
const pollsForeseen = 5;

/** Adds it for each target where something is finished, or what waits is only shown. One request each is foreseen. */
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
