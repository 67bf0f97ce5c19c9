/**
 * Draws the live state of a small company: some declared resources exist, some differ, and some objects are declared by
 * nobody.
 */

import type { NetworkSeed } from "../../src/simulator/dashboard/state.ts";
import type { ManagedObjectSeed } from "../../src/simulator/fabric/state.ts";
import type { RouterSeed } from "../../src/simulator/restconf/state.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { type Draw, maybe, pick, under } from "./draw.ts";

/** The cities of the networks that may be declared. Each city is also a site. */
export const cities: readonly string[] = ["Berlin", "Munich", "Leipzig", "Nice", "Oslo"];

/** The tenants that may be declared. */
export const tenants: readonly string[] = ["Production", "Edge", "Lab"];

/** Draws a company. The same sequence of draws gives the same company. */
export function companyOf(draw: Draw): WorldSeed {
  const acme = cities.flatMap((city) => (maybe(draw, 0.4) ? [network(draw, `${city} Office`)] : []));
  const others = [depot(draw, "Depot North"), ...acme, depot(draw, "Depot South")];
  return {
    organizations: [
      { id: "O_1001", name: "Acme", networks: others },
      // A network with the same name, in another organization.
      { id: "O_1002", name: "Globex", networks: [network(draw, "Berlin Office")] },
    ],
    sites: cities.map((siteName) => ({ siteName, healthScore: 90, numberOfClients: 7 })),
    inventory: ["10.20.0.1", "10.20.0.2"].map((managementIpAddress, at) => ({
      ...{ id: `d${at}`, name: `r${at}`, type: "router", softwareVersion: "17.9" },
      ...{ managementIpAddress, status: "reachable" },
    })),
    managedObjects: Object.fromEntries(tenants.flatMap((name) => tenant(draw, name))),
    routers: { "10.20.0.1": router(draw), "10.20.0.2": router(draw) },
  };
}

function network(draw: Draw, name: string): NetworkSeed {
  return {
    name,
    timeZone: "Europe/Berlin",
    tags: pick<readonly string[]>(draw, [["branch"], ["old", "branch"], []]),
    netflow: { enabled: true, collectorIp: "10.20.0.9", collectorPort: 2055 },
    more: { notes: `notes ${under(draw, 9)}`, "unknown field": { kept: [1, { as: "it is" }] } },
    ssids: maybe(draw, 0.5) ? { 0: { name: "Corp", vlan: 20, password: "was", band: "dual" } } : {},
  };
}

function depot(draw: Draw, name: string): NetworkSeed {
  return { name, tags: ["depot"], more: { notes: `nobody declares ${under(draw, 9)}` } };
}

function tenant(draw: Draw, name: string): [string, ManagedObjectSeed][] {
  if (!maybe(draw, 0.5)) return [];
  const path = `uni/tn-${name}`;
  const attributes = { name, description: "was", annotation: `theirs ${under(draw, 9)}` };
  const own: [string, ManagedObjectSeed] = [path, { class: "fvTenant", attributes }];
  const child = { class: "fvCtx", attributes: { name: "main", description: "was", color: "blue" } };
  return maybe(draw, 0.5) ? [own, [`${path}/ctx-main`, child]] : [own];
}

function router(draw: Draw): RouterSeed {
  const port = (name: string) => ({
    name,
    description: `was ${under(draw, 9)}`,
    ip: { address: { primary: { address: "10.20.1.1", mask: "255.255.255.252" } } },
    mtu: 1500,
  });
  const native = {
    version: "17.9",
    hostname: "was",
    interface: { GigabitEthernet: [port("1/0/1"), port("1/0/2")], Loopback: [port("0")] },
    ntp: { server: [{ ip: "10.0.0.5" }], source: "Loopback0" },
  };
  return {
    data: { "Vendor-native:native": native, "Vendor-telemetry:telemetry": { interval: 60 } },
    keys: { server: ["ip"] },
  };
}
