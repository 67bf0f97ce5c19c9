/** Applies a device's habits to an edit of its candidate or running configuration. Pure. */

import { keptByRouter } from "../habits/kept.ts";
import type { World } from "../world.ts";
import { withDevice } from "./devices.ts";
import { deviceState } from "./state.ts";

/** Returns the simulated world after an operation on a device, with the device's habits applied. */
export function keptOn(host: string, before: World, after: World): World {
  const { settings } = after;
  const [was, is] = [before, after].map(({ restconf }) => restconf.routers.get(host)?.data);
  if (was === undefined || is === undefined) return after;
  const state = deviceState(after.netconf, host);
  const { candidate } = state;
  const running = keptByRouter(settings, was, is);
  const own =
    candidate && keptByRouter(settings, deviceState(before.netconf, host).candidate ?? was, candidate);
  if (running === is && own === candidate) return after;
  return withDevice(after, host, { state: own ? { ...state, candidate: own } : state, running });
}
