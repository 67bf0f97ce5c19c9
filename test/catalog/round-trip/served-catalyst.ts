/** A session of Catalyst Center's catalog over the simulator's mode `catalyst-center`, in virtual time. */

import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { freshCatalyst } from "../../../src/simulator/controller/catalyst/state.ts";
import { createWorld, type World } from "../../../src/simulator/world.ts";
import { type ServedProduct, servedWorld, unknownMember } from "./served-product.ts";

const things = new Map([
  ...freshCatalyst.things,
  ["area-1", { collection: "areas", value: { name: "Berlin", parentId: "site-global" } }] as const,
  ["fabric-1", { collection: "fabricSites", value: { siteId: "area-1" } }] as const,
  [
    "profile-1",
    { collection: "network profiles", value: { name: "Profile", namespace: "wireless" } },
  ] as const,
]);

const device = {
  ...{ id: "device-1", name: "edge-1", type: "Switch", softwareVersion: "17.9.4" },
  ...{ managementIpAddress: "10.0.0.1", status: "reachable" },
};

/** Serves a Catalyst Center with a site, a fabric and a device; tasks end at once. */
export function servedCatalyst(catalog: Catalog): ServedProduct {
  const world = createWorld({ inventory: [device] }, { controllerMode: "catalyst-center", taskMs: 0 });
  return servedWorld(catalog, {
    world: { ...world, controller: { ...world.controller, catalyst: { ...freshCatalyst, things } } },
    interface: "controller",
    credential: { username: "simulated-user", password: "simulated-password" },
    logins: /\/auth\/token$/,
    tellMore: withUnknownMembers,
  });
}

function withUnknownMembers(world: World): World {
  const { catalyst } = world.controller;
  if (catalyst === undefined) return world;
  const told = [...catalyst.things].map(
    ([id, { value, ...thing }]) => [id, { ...thing, value: { ...value, [unknownMember]: 1 } }] as const,
  );
  return {
    ...world,
    controller: { ...world.controller, catalyst: { ...catalyst, things: new Map(told) } },
  };
}
