/** The networks of the built-in company: offices of three companies, with SSIDs and devices. */

import type { JsonObject } from "../../model/json.ts";
import type { DashboardDeviceSeed, NetworkSeed, OrganizationSeed } from "../dashboard/state.ts";
import { type City, cities } from "./cities.ts";

/** The cities of each company's offices. Acme has the first 22 cities, Globex the next 12, and Meridian the last 17. */
const companies = [
  { id: "O_1001", name: "Acme", from: 0, to: 22 },
  { id: "O_1002", name: "Globex", from: 22, to: 34 },
  { id: "O_1003", name: "Meridian", from: 133, to: 150 },
];

/** The organizations with their networks. */
export const organizations: readonly OrganizationSeed[] = companies.map(({ id, name, from, to }) => ({
  id,
  name,
  networks: cities.slice(from, to).map((city, at) => office(name, city, from + at)),
}));

/** Returns the network of an office, with six devices. */
function office(company: string, city: City, at: number): NetworkSeed {
  const tags = at % 5 === 3 ? [city.region, "branch", "warehouse"] : ["branch", city.region];
  const enabled = at % 6 !== 5;
  return {
    name: `${city.name} Office`,
    timeZone: city.timeZone,
    tags,
    netflow: enabled ? { enabled, collectorPort: 2055, collectorIp: "10.20.0.9" } : { enabled },
    ssids: ssidsOf(company, at),
    devices: [
      appliance(city, at),
      ...[1, 2].map((n) => switchOf(city, at, n)),
      ...accessPoints(company, city, at),
    ],
  };
}

/**
 * Returns the SSIDs of an office. Every seventh office has no wireless, and every third office has no SSID for IoT
 * devices.
 */
function ssidsOf(company: string, at: number): Readonly<Record<number, JsonObject>> {
  if (at % 7 === 6) return {};
  const corporate = { name: `${company} Corp`, vlan: 20, enabled: true, password: `corp-${at}-simulated` };
  const guest = { name: `${company} Guest`, vlan: 90, enabled: true, password: `guest-${at}-simulated` };
  const things = {
    name: `${company} Things`,
    vlan: 40,
    enabled: at % 2 === 0,
    password: `things-${at}-simulated`,
  };
  return at % 3 === 2 ? { 0: corporate, 1: guest } : { 0: corporate, 1: guest, 2: things };
}

function appliance(city: City, at: number): DashboardDeviceSeed {
  return {
    serial: serial(at, 0),
    name: `fw-${city.slug}-1`,
    model: "Appliance 85",
    tags: ["edge"],
    uplink: [
      { interface: "WAN 1", status: "Active", ip: `198.51.100.${at + 10}`, gateway: "198.51.100.1" },
      { interface: "WAN 2", status: at % 4 === 0 ? "Failed" : "Ready", ip: null, gateway: null },
    ],
  };
}

function switchOf(city: City, at: number, n: number): DashboardDeviceSeed {
  return { serial: serial(at, n), name: `sw-${city.slug}-${n}`, model: "Switch 24P", tags: [] };
}

function accessPoints(company: string, city: City, at: number): readonly DashboardDeviceSeed[] {
  return [3, 4, 5].map((n) => ({
    serial: serial(at, n),
    name: `ap-${city.slug}-${n - 2}`,
    model: "Access Point 46",
    tags: [`floor-${n - 2}`],
    wirelessStatus: {
      basicServiceSets: [
        {
          ssidNumber: 0,
          ssidName: `${company} Corp`,
          enabled: true,
          band: "5 GHz",
          channel: 36 + 4 * (n - 3),
        },
      ],
    },
  }));
}

function serial(at: number, n: number): string {
  return `Q2SM-${String(at + 1).padStart(4, "0")}-${String(n + 1).padStart(4, "0")}`;
}
