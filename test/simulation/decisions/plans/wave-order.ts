/** Checks the order of waves by the requests that arrived. */

import type { Arrival } from "../../../servers/virtual-time/network.ts";
import { isWrite } from "../../commits.ts";

/** The requests that arrived, and a function that returns the objects that a request changed. */
interface Written {
  readonly arrivals: readonly Arrival[];
  readonly touched: (arrival: Arrival) => readonly string[];
}

/**
 * No write of an earlier wave may arrive after a write of a later one. Before a later wave begins, every written server
 * must be read.
 */
export function judgeWaveOrder(
  { arrivals, touched }: Written,
  ranks: ReadonlyMap<string, number>,
): readonly string[] {
  let last = 0;
  const unread = new Set<string>();
  const told = borneOut();
  return arrivals.flatMap((arrival) => {
    const { origin, path } = arrival.request;
    const isTold = told(path, isWrite(arrival));
    if (!isWrite(arrival)) {
      if (arrival.reply.status < 400 || arrival.reply.status === 404) unread.delete(origin);
      return [];
    }
    const at = touched(arrival).flatMap((object) => ranks.get(object) ?? [])[0];
    if (at === undefined) return [];
    const early = at < last ? [`wave: ${path} of wave ${at} after one of wave ${last}`] : [];
    const blind =
      at > last && unread.size > 0 ? [`wave: ${path} begins before ${[...unread].join()} was read`] : [];
    last = Math.max(at, last);
    if (!isTold) unread.add(origin);
    return [...early, ...blind];
  });
}

/**
 * Returns a function that is true for a write after which no read is needed. The answer to the write of an SSID shows
 * the stored object. Once a read has confirmed such an answer, later writes of SSIDs need no read.
 */
function borneOut(): (path: string, isWrite: boolean) => boolean {
  let since: "nothing" | "written" | "read" = "nothing";
  return (path, isWrite) => {
    const isOne = isWrite && /\/wireless\/ssids\/\d+$/.test(path);
    if (since === "written" && !isWrite && path.endsWith("/wireless/ssids")) since = "read";
    if (isOne && since === "nothing") since = "written";
    return isOne && since === "read";
  };
}
