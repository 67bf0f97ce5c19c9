/** Whether what a write takes away is still what was seen when it was made up. Pure. */

import { isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import type { Reply } from "../../../model/reply.ts";
import type { Item, ReadRequest, Write } from "../../contract/contract.ts";
import type { LiveSecrets } from "../../contract/live-secrets.ts";
import { withLiveSecrets } from "../../hiding/stand-ins.ts";

/** What becomes of a write that something else is found for, or nothing: it is not sent. */
export const notAsSeen: Extract<Reply, { meaning: "conflict" }> = {
  meaning: "conflict",
  detail: "the device does not show it as it was when it was read",
  unsent: true,
};

/** What is read for that, of one device: configuration alone, in the types in which it was seen. */
export function stillThereQuery(host: string, writes: readonly Write[]): ReadRequest {
  const wanted = writes.map(({ kind, identity, scope, lists, live, desired }) => {
    const declared = [live?.value ?? desired ?? null];
    return { kind, identity, scope, lists, declared, exclusive: true as const };
  });
  return { collection: "tree", scope: { host }, wanted };
}

/** Those of the writes for which something else is there by now. */
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

/** Those of the writes of which anything is otherwise by now. */
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

/** What was there when the write was made up. */
export function seenBy({ live }: Write): Json | undefined {
  return live?.raw ?? live?.value;
}

/** The same with the live secrets in it, as a device shows them. */
function openedBy(write: Write, live: LiveSecrets | undefined): Json | undefined {
  const seen = seenBy(write);
  return seen !== undefined && live ? withLiveSecrets(seen, (name) => live.open(name)) : seen;
}

/** True when nothing is there that was not seen. What has gone meanwhile would have been taken away. */
function isWithin(now: Json, seen: Json | undefined): boolean {
  if (seen === undefined) return false;
  if (sameJson(now, seen)) return true;
  if (isArray(now)) return isArray(seen) && now.every((each) => seen.some((other) => isWithin(each, other)));
  if (isObject(now))
    return isObject(seen) && Object.entries(now).every(([member, each]) => isWithin(each, seen[member]));
  return !isArray(seen) && !isObject(seen) && String(now) === String(seen);
}
