/** The devices of the built-in company's other managers: 48 servers, 36 SD-WAN edges and 24 firewalls. */

import type { ManagedDeviceSeed } from "../inventory.ts";
import type { SdwanDeviceSeed } from "../sdwan/sdwan.ts";
import type { ServerProfileSeed } from "../servers/state.ts";
import { type City, cities } from "./cities.ts";

/** The servers: two in each of the 24 largest sites. Every eleventh server is degraded. */
export const serverProfiles: readonly ServerProfileSeed[] = cities
  .slice(0, 24)
  .flatMap((city, at) => [1, 2].map((n) => server(city, at * 2 + n)));

function server({ name, slug }: City, count: number): ServerProfileSeed {
  return {
    name: `srv-${slug}-${count % 2 === 1 ? 1 : 2}`,
    serial: serial("SRV", count),
    model: count % 3 === 0 ? "Rack Server 2U" : "Rack Server 1U",
    status: count % 11 === 0 ? "degraded" : "ok",
    description: count % 2 === 1 ? `${name}, virtual machines` : `${name}, storage`,
  };
}

/** The SD-WAN devices: one in each of the 36 largest sites. */
export const sdwanDevices: readonly SdwanDeviceSeed[] = cities.slice(0, 36).map((city, at) => ({
  serial: serial("EDG", at + 1),
  name: `edge-${city.slug}-1`,
  model: at < 12 ? "Edge 4000" : "Edge 1000",
  softwareVersion: at % 8 === 7 ? "20.9.4" : "20.12.1",
  managementIpAddress: `10.40.0.${at + 1}`,
  site: city.name,
  status: at % 13 === 5 ? "unreachable" : "reachable",
}));

/** The firewalls: two in each of the twelve largest sites. */
export const firewallDevices: readonly ManagedDeviceSeed[] = cities
  .slice(0, 12)
  .flatMap((city, at) => ["a", "b"].map((half, n) => firewall(city, half, at * 2 + n)));

function firewall({ slug }: City, half: string, at: number): ManagedDeviceSeed {
  return {
    serial: serial("FWL", at + 1),
    name: `ngfw-${slug}-${half}`,
    model: "Firewall 3100",
    softwareVersion: at % 10 === 9 ? "7.2.5" : "7.4.1",
    managementIpAddress: `10.50.0.${at + 1}`,
    status: at === 17 ? "unreachable" : "reachable",
  };
}

function serial(prefix: string, count: number): string {
  return `${prefix}${String(count).padStart(8, "0")}`;
}
