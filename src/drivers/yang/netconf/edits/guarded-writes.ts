/**
 * Writes that take away what is there leave for the state alone that they were made for: while the datastore is locked,
 * so that nobody else can change it, that is read once more. It is what `If-Match` is to an HTTP server.
 */

import { canonicalText } from "../../../../model/json.ts";
import type { Write } from "../../../contract/contract.ts";
import { outdatedBy, seenBy, stillThereQuery } from "../../device/removal-check.ts";
import type { Fleet } from "../fleet.ts";
import { readDevice } from "../read-device.ts";

/** The state that a write is made for; undefined: it takes nothing away, or its device cannot show that state apart. */
export function guardOf({ showsState }: Fleet, write: Write): string | undefined {
  if (!takesMore(write) || showsState.has(write.scope.host ?? "")) return undefined;
  return canonicalText(seenBy(write) ?? null);
}

/** Those of these writes for which something else is there by now; all of them where that is unknown. */
export async function outdatedAmong(
  fleet: Fleet,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<readonly Write[]> {
  const guarded = writes.filter((write) => guardOf(fleet, write) !== undefined);
  const [first] = guarded;
  if (first === undefined) return [];
  const host = first.scope.host ?? "";
  const read = await readDevice(fleet, stillThereQuery(host, guarded), signal);
  // A device that has no <get-config> has shown its state along with it: that says nothing.
  if (read.state !== "whole" || fleet.showsState.has(host)) return guarded;
  return outdatedBy(read.items, guarded);
}

function takesMore({ operation, ownership }: Write): boolean {
  return operation === "remove" || ownership === "exclusive";
}
