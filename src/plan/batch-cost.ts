/** What writes cost that go together, or take several requests. Pure. */

import type { BatchFacts } from "../drivers/contract/batch-session.ts";
import type { Change } from "../model/change.ts";
import { resourceOf } from "./prerequisites.ts";
import type { TargetFacts } from "./target-facts.ts";

/** One, but for lists whose elements are written one by one. */
export function requestsOf(change: Change, facts: TargetFacts | undefined): number {
  const live = change.action === "create" ? undefined : change.live;
  const desired = change.action === "remove" ? undefined : change.desired.value;
  const kind = facts?.kinds.get(resourceOf(change).kind);
  const { identity, lists, ordered, kind: name } = resourceOf(change);
  const own = facts?.requestsOf?.({ kind: name, identity, lists, ordered, desired, live }) ?? 1;
  if (!kind?.requestsBetween || desired === undefined) return Math.max(1, own);
  return Math.max(1, kind.requestsBetween(live?.value, desired));
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
