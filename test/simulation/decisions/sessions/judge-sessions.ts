/**
 * Checks sessions by the state of the devices: nothing may be written without locks, and no lock or unfinished change
 * may remain.
 */

import { deviceState } from "../../../../src/simulator/netconf/state.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { Arrival } from "../../../servers/virtual-time/network.ts";

/**
 * During a write, one session must hold the lock of the running configuration, and also the lock of the candidate if
 * there is one.
 */
export function judgeLocked(arrivals: readonly Arrival[]): readonly string[] {
  return arrivals.flatMap(({ at, request, before }) => {
    const { interface: name, method, path } = request;
    if (name !== "netconf" || !["edit-config", "commit"].includes(method)) return [];
    const { locks } = deviceState(before.netconf, path.replace("/devices/", ""));
    const isLocked = locks.running !== undefined;
    const isWhole = !before.settings.netconf.candidate || locks.candidate === locks.running;
    return isLocked && isWhole ? [] : [`session: ${method} at ${at} on ${path} without its locks`];
  });
}

/** After a run, no device may be locked, or have uncommitted or unconfirmed changes. */
export function judgeLeft({ netconf }: World): readonly string[] {
  return [...netconf.devices].flatMap(([host, { locks, candidate, confirming }]) => [
    ...Object.keys(locks).map((store) => `session: ${store} of ${host} is locked when the run has ended`),
    ...(candidate === undefined ? [] : [`session: the candidate of ${host} holds what was not committed`]),
    ...(confirming === undefined ? [] : [`session: a commit of ${host} waits to be confirmed`]),
  ]);
}
