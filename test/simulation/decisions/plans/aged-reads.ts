/** Counts reads that are repeated because the previous read became too old for a write. */

import type { Arrival } from "../../../servers/virtual-time/network.ts";
import { isRead, isWrite } from "../../commits.ts";

/** How long a read stays fresh enough for a write, in milliseconds: the default of `limits.freshSeconds`. */
const freshMs = 5000;

/**
 * Returns how many reads of a target were repeated because they were older than `freshMs` while a write was still due.
 */
export function agedReads(own: readonly Arrival[]): number {
  const lastWrite = own.findLast(isWrite)?.at ?? 0;
  const firstRead = new Map<string, number>();
  return own.filter((one) => {
    if (!isRead(one) || one.at > lastWrite) return false;
    const first = firstRead.get(one.request.path);
    if (first === undefined) firstRead.set(one.request.path, one.at);
    return first !== undefined && one.at - first >= freshMs;
  }).length;
}
