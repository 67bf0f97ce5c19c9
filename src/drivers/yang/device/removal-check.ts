/** Checks whether the values that a write removes are still the same as when the write was built. Pure. */

import { isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import type { Reply } from "../../../model/reply.ts";
import type { Item, ReadRequest, Write } from "../../contract/contract.ts";
import type { LiveSecrets } from "../../contract/live-secrets.ts";
import { withLiveSecrets } from "../../hiding/stand-ins.ts";

/** The reply to a write that is not sent, because its live state has changed or disappeared. */
export const notAsSeen: Extract<Reply, { meaning: "conflict" }> = {
  meaning: "conflict",
  detail: "the resource has changed on the device since it was read",
  unsent: true,
};

/**
 * Returns the read that checks the live state of writes to one device. It reads only configuration, in the same types
 * as before.
 */
export function stillThereQuery(host: string, writes: readonly Write[]): ReadRequest {
  const wanted = writes.map(({ kind, identity, scope, lists, live, desired }) => {
    const declared = [live?.value ?? desired ?? null];
    return { kind, identity, scope, lists, declared, exclusive: true as const };
  });
  return { collection: "tree", scope: { host }, wanted };
}

/** Returns the writes that would remove values which have appeared since the writes were built. */
export function outdatedBy(
  items: readonly Item[],
  writes: readonly Write[],
  live: LiveSecrets | undefined,
): readonly Write[] {
  const found = new Map(items.map((item) => [`${item.kind} ${item.identity}`, item]));
  return writes.filter((write) => {
    const now = found.get(`${write.kind} ${write.identity}`);
    return now !== undefined && !isWithin(now.raw ?? now.value, openedBy(write, live));
  });
}

/** Returns the writes whose live state has changed in any way since they were built. */
export function changedBy(
  items: readonly Item[],
  writes: readonly Write[],
  live: LiveSecrets | undefined,
): readonly Write[] {
  const found = new Map(items.map((item) => [`${item.kind} ${item.identity}`, item]));
  return writes.filter((write) => {
    const now = found.get(`${write.kind} ${write.identity}`);
    return now === undefined || !sameJson(now.raw ?? now.value, openedBy(write, live) ?? null);
  });
}

/** Returns the live state from which the write was built. Undefined: the write was built without live state. */
export function seenBy({ live }: Write): Json | undefined {
  return live?.raw ?? live?.value;
}

/**
 * Returns the live state from which the write was built, with its live secrets, as a device shows them. Undefined: the
 * write was built without live state.
 */
function openedBy(write: Write, live: LiveSecrets | undefined): Json | undefined {
  const seen = seenBy(write);
  return seen !== undefined && live ? withLiveSecrets(seen, (name) => live.open(name)) : seen;
}

/**
 * True if the current value contains only values that were seen. A seen value may have disappeared, because the write
 * would have removed it anyway.
 */
function isWithin(now: Json, seen: Json | undefined): boolean {
  if (seen === undefined) return false;
  if (sameJson(now, seen)) return true;
  if (isArray(now)) return isArray(seen) && now.every((each) => seen.some((other) => isWithin(each, other)));
  if (isObject(now))
    return isObject(seen) && Object.entries(now).every(([member, each]) => isWithin(each, seen[member]));
  return !isArray(seen) && !isObject(seen) && String(now) === String(seen);
}
