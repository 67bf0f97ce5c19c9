/** Companies to begin with: one large enough to be real, and one that has nothing yet. */

import { inventory, sites } from "./company/campus.ts";
import { organizations } from "./company/offices.ts";
import { routers } from "./company/routers.ts";
import { managedObjects } from "./company/tenants.ts";
import type { WorldSeed } from "./world.ts";

/**
 * Acme and Globex: 34 networks with 204 devices, 150 sites, an inventory of 212 devices, 20 tenants
 * and 12 routers, 10.20.0.1 to 10.20.0.12. The same each time.
 */
export function builtInCompany(): WorldSeed {
  return { organizations, sites, inventory, managedObjects, routers };
}

/** The same organizations without networks, no sites, no devices and no tenants; the routers are there. */
export function emptyCompany(): WorldSeed {
  return { organizations: organizations.map((each) => ({ ...each, networks: [] })), routers };
}
