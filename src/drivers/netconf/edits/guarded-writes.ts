/**
 * Writes that take away what is there leave for the state alone that they were made for: while the datastore is locked,
 * so that nobody else can change it, that is read once more. It is what `If-Match` is to an HTTP server.
 */

import { canonicalText, isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import type { ReadRequest, Write } from "../../contract.ts";
import type { Fleet } from "../fleet.ts";
import { readDevice } from "../read-device.ts";

/** The state that a write is made for; undefined: it takes nothing away, or its device cannot show that state apart. */
export function guardOf({ showsState }: Fleet, write: Write): string | undefined {
  if (!takesMore(write) || showsState.has(write.scope.host ?? "")) return undefined;
  return canonicalText(seenBy(write) ?? null);
}

/** Those of these writes for which something else is there by now; all of them where that cannot be told. */
export async function outdatedAmong(
  fleet: Fleet,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<readonly Write[]> {
  const guarded = writes.filter((write) => guardOf(fleet, write) !== undefined);
  const [first] = guarded;
  if (first === undefined) return [];
  const host = first.scope.host ?? "";
  const request = { collection: "tree", scope: { host }, wanted: guarded.map(queryOf) };
  const read = await readDevice(fleet, request, signal);
  // A device that has no <get-config> has shown its state along with it: nothing is told by that.
  if (read.state !== "whole" || fleet.showsState.has(host)) return guarded;
  const found = new Map(read.items.map((item) => [`${item.kind} ${item.identity}`, item]));
  return guarded.filter((write) => {
    const now = found.get(`${write.kind} ${write.identity}`);
    return now !== undefined && !isWithin(now.raw ?? now.value, seenBy(write));
  });
}

function takesMore({ operation, ownership }: Write): boolean {
  return operation === "remove" || ownership === "exclusive";
}

function seenBy({ live }: Write): Json | undefined {
  return live?.raw ?? live?.value;
}

/** Configuration alone, in the types in which it was seen. */
function queryOf(write: Write): ReadRequest["wanted"][number] {
  const { kind, identity, scope, lists, live, desired } = write;
  const declared = [live?.value ?? desired ?? null];
  return { kind, identity, scope, lists, declared, exclusive: true };
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
