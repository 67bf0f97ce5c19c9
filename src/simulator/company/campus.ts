/** The controller's part of the built-in company: the health of 150 sites, and an inventory of 300 devices. */

import type { InventorySeed, SiteSeed } from "../controller/state.ts";
import { type City, cities } from "./cities.ts";
import { routerCities, routerHost } from "./routers.ts";

/** The sites, one for each city. Their health ranges from 10, which means badly degraded, to 100. */
export const sites: readonly SiteSeed[] = cities.map(({ name }, at) => ({
  siteName: name,
  healthScore: at % 50 === 17 ? 10 : 100 - ((at * 7) % 31),
  numberOfClients: 20 + ((at * 37) % 480),
}));

const models = ["Campus Switch 48P", "Campus Switch 24P", "Access Point 9100", "Wireless Controller 40"];

/** The inventory: the routers and 270 other devices. Every 25th of the other devices is unreachable. */
export const inventory: readonly InventorySeed[] = [
  ...routerCities.map(router),
  ...Array.from({ length: 270 }, (_, at) => device(at)),
];

function router(city: City, at: number): InventorySeed {
  return {
    id: deviceId(at),
    name: `rtr-${city.slug}-1`,
    type: "Branch Router 4G",
    softwareVersion: "17.9.4",
    managementIpAddress: routerHost(at),
    status: "reachable",
  };
}

function device(at: number): InventorySeed {
  const city = cities[at % cities.length]?.slug ?? "";
  return {
    id: deviceId(routerCities.length + at),
    name: `dev-${city}-${Math.floor(at / cities.length) + 1}`,
    type: models[at % models.length] ?? "",
    softwareVersion: at % 9 === 0 ? "17.6.3" : "17.9.4",
    managementIpAddress: `10.30.${Math.floor(at / 100)}.${(at % 100) + 1}`,
    status: at % 25 === 11 ? "unreachable" : "reachable",
  };
}

function deviceId(at: number): string {
  return `5d1e0000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`;
}
