/** Seed companies: one as large as a real one, and one that is empty. */

import { inventory, sites } from "./company/campus.ts";
import { core, coreHost } from "./company/core.ts";
import { firewallDevices, sdwanDevices, serverProfiles } from "./company/managed.ts";
import { organizations } from "./company/offices.ts";
import { rooms } from "./company/rooms.ts";
import { routers as siteRouters } from "./company/routers.ts";
import { managedObjects } from "./company/tenants.ts";
import type { WorldSeed } from "./world.ts";

const routers = { ...siteRouters, [coreHost]: core };

/**
 * Returns a company with the organizations Acme, Globex and Meridian, which is always the same. It has 51 networks with
 * 306 devices, 150 sites, an inventory of 300 devices, 25 tenants, 31 routers, 64 rooms, 48 server profiles, 36 SD-WAN
 * devices and 24 firewalls. The routers have the addresses 10.20.0.1 to 10.20.0.31, and the last one is from another
 * vendor.
 */
export function builtInCompany(): WorldSeed {
  const campus = { organizations, sites, inventory, managedObjects, routers };
  return { ...campus, rooms, serverProfiles, sdwanDevices, firewallDevices };
}

/**
 * Returns the organizations of the built-in company without their networks, and its routers. Everything else is left
 * out.
 */
export function emptyCompany(): WorldSeed {
  return { organizations: organizations.map((each) => ({ ...each, networks: [] })), routers };
}
