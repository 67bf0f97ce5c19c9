/** Reads that come since what was read before was too old to write by. */

import type { Arrival } from "../../../servers/virtual-time/network.ts";
import { isRead, isWrite } from "../../commits.ts";

/** What is read is good for a write for so long: `limits.freshSeconds`, in milliseconds. */
const freshMs = 5000;

/** Of one target: how many reads are of what was read longer ago than that, while something was still to be written. */
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
