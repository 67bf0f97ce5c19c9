/** The routers of the built-in company: one in each of the thirty largest sites. */

import type { JsonObject } from "../../model/json.ts";
import type { RouterSeed } from "../restconf/state.ts";
import { type City, cities } from "./cities.ts";

/** The cities that have a router. The router of a city is named `rtr-<city>-1`. */
export const routerCities: readonly City[] = cities.slice(0, 30);

/** Returns the management address of the n-th router, counted from 0: 10.20.0.1 and so on. */
export function routerHost(at: number): string {
  return `10.20.0.${at + 1}`;
}

/** Samples of values that NETCONF accepts in addition to the data of a router. */
const more: JsonObject = {
  banner: { motd: "Authorized use only" },
  ip: { "name-server": ["10.0.0.2"] },
  interface: {
    GigabitEthernet: [
      { name: "0", ip: { address: { secondary: [{ address: "10.0.0.1", mask: "255.0.0.0" }] } } },
    ],
  },
  "Vendor-acl:acl": {
    list: [{ name: "users", rule: [{ name: "1", action: "permit", source: "10.0.0.0/8" }] }],
  },
};

/** The routers by host. */
export const routers: Readonly<Record<string, RouterSeed>> = Object.fromEntries(
  routerCities.map((city, at) => [routerHost(at), router(city, at)]),
);

function router(city: City, at: number): RouterSeed {
  const native: JsonObject = {
    version: "17.9",
    hostname: `rtr-${city.slug}-1`,
    ip: { domain: { name: "acme.example.net" } },
    interface: { GigabitEthernet: interfaces(at), Loopback: [loopback(at)] },
    ntp: { server: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }] },
    logging: { host: [{ ip: "10.20.0.9" }], level: "informational" },
    "Vendor-snmp:snmp": { location: `${city.name}, server room`, contact: "noc@acme.example.net" },
  };
  const telemetry = { receiver: "10.20.0.9", intervalSeconds: 60 };
  return {
    data: { "Vendor-native:native": native, "Vendor-telemetry:telemetry": telemetry },
    keys: { server: ["ip"], host: ["ip"], secondary: ["address"] },
    model: { "Vendor-native:native": more },
    state: { "Vendor-oper:oper": { uptimeSeconds: 86_400 * (at + 1), reloadReason: "power-on" } },
  };
}

function interfaces(at: number): readonly JsonObject[] {
  const net = `10.20.${at + 1}`;
  return [
    port("1/0/1", "uplink to core", { address: `${net}.1`, mask: "255.255.255.252" }),
    port("1/0/2", "users", { address: `${net}.65`, mask: "255.255.255.192" }),
    port("1/0/3", "voice", { address: `${net}.129`, mask: "255.255.255.192" }),
    { name: "1/0/4", description: "spare", shutdown: true },
  ];
}

function port(name: string, description: string, primary: JsonObject): JsonObject {
  return { name, description, ip: { address: { primary } }, mtu: 1500 };
}

function loopback(at: number): JsonObject {
  return port("0", "management", { address: routerHost(at), mask: "255.255.255.255" });
}
