/** Names the author of a change in the `meraki` change log: an API key, or a person at a console. */

import { changeLive } from "./changes.ts";
import { withChangesTold } from "./dashboard/meraki/change-log.ts";
import type { DashboardState } from "./dashboard/state.ts";
import type { LiveChange } from "./live-change.ts";
import type { RequestFacts } from "./wire/message.ts";
import { splitQuery } from "./wire/route.ts";
import type { World } from "./world.ts";

/** A request that was carried out, or an action of a batch. */
interface KeyedChange {
  readonly at: number;
  readonly asked: RequestFacts;
  readonly credential: string;
}

/** Returns the simulated world after an API key has made a change. The change log then has entries for this change. */
export function toldByKey(
  before: DashboardState,
  after: World,
  { at, asked, credential }: KeyedChange,
): World {
  const { dashboardMode, credentials } = after.settings;
  if (dashboardMode !== "meraki" || before === after.dashboard) return after;
  const place = [credentials.apiKey, ...credentials.moreApiKeys].indexOf(credential) + 1;
  const label = `${asked.method} ${splitQuery(asked.path).path}`;
  const who = { adminId: `admin-${place}`, adminName: `Admin ${place}` };
  return {
    ...after,
    dashboard: withChangesTold(before, after.dashboard, { at, ...who, page: "via API", label }),
  };
}

/**
 * Returns the simulated world after another person has made a change. The change log then has entries for this change.
 * Returns undefined if the change names a missing object.
 */
export function changedByOthers(world: World, change: LiveChange, at: number): World | undefined {
  const after = changeLive(world, change);
  if (after === undefined || world.settings.dashboardMode !== "meraki") return after;
  const who = { adminId: "somebody-else", adminName: "Somebody Else" };
  const what = { page: "Dashboard", label: "device" in change ? "Device" : "Network" };
  return { ...after, dashboard: withChangesTold(world.dashboard, after.dashboard, { at, ...who, ...what }) };
}
