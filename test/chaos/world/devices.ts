/** Routers. Over RESTCONF, existing data is changed; over NETCONF, data is also created and removed. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { RouterSeed } from "../../../src/simulator/restconf/state.ts";
import { type Draw, entryIf, type Fate, type Item, oneOf, type Part } from "./part.ts";

type Side = "base" | "desired";

interface Device {
  readonly target: "routers" | "edge";
  readonly key: string;
  readonly host: string;
  readonly hostname: Fate;
  readonly port: Fate;
  readonly ntp: Fate;
}

const number = "1/0/1";

/** Returns the routers that a target reaches. */
export function hostsOf(target: "routers" | "edge"): readonly string[] {
  return target === "routers" ? ["10.20.0.1", "10.20.0.2"] : ["10.20.0.3", "10.20.0.4"];
}

/** Draws two routers for each of the two interfaces. */
export function devices(draw: Draw): Part {
  const changed: readonly [Fate, ...Fate[]] = ["update", "update", "keep"];
  const made: readonly [Fate, ...Fate[]] = ["create", "update", "remove", "keep"];
  const hosts = (["routers", "edge"] as const).flatMap((target) =>
    hostsOf(target).map((host) => ({ target, host })),
  );
  const all = hosts.map(({ target, host }, at): Device => {
    const fates = target === "edge" ? made : changed;
    const own = { hostname: oneOf(draw, changed), port: oneOf(draw, fates), ntp: oneOf(draw, changed) };
    return { target, key: `r${at + 1}`, host, ...own };
  });
  const documents = (side: Side) => all.map((device) => documentOf(device, side));
  return {
    items: all.flatMap(itemsOf),
    base: documents("base"),
    desired: documents("desired"),
    seed: {
      routers: Object.fromEntries([
        ...all.map((device) => [device.host, seeded(device)] as const),
        ["10.20.0.9", { data: { "Vendor-native:native": { hostname: "theirs" } } }] as const,
      ]),
    },
  };
}

const isNew = (fate: Fate, side: Side): boolean => fate === "update" && side === "desired";
const isThere = (fate: Fate, side: Side): boolean => fate !== (side === "base" ? "create" : "remove");

const hostnameOf = ({ key, hostname }: Device, side: Side): string =>
  isNew(hostname, side) ? `${key}-new` : `${key}-was`;
const descriptionOf = ({ port }: Device, side: Side): string =>
  isNew(port, side) || port === "create" ? "it is now" : "it was";
const serversOf = ({ ntp }: Device, side: Side): Json =>
  isNew(ntp, side) ? [{ ip: "10.0.0.5" }, { ip: "10.0.0.7" }] : [{ ip: "10.0.0.5" }];

function documentOf(device: Device, side: Side): JsonObject {
  const port = { [`GigabitEthernet ${number}`]: { description: descriptionOf(device, side) } };
  return {
    target: device.target,
    devices: {
      [device.key]: {
        host: device.host,
        hostname: hostnameOf(device, side),
        ...entryIf(isThere(device.port, side), "interfaces", port),
        keys: { "/Vendor-native:native/ntp/server": ["ip"] },
        config: { "/Vendor-native:native/ntp": { server: serversOf(device, side) } },
      },
    },
  };
}

/**
 * Returns a port as the router stores it. Undeclared data stays: the port's `mtu`, NTP's `source`, and another port.
 */
function portHeld(device: Device, side: Side): JsonObject {
  const description = descriptionOf(device, side);
  return { name: number, description, ...entryIf(device.port !== "create", "mtu", 1500) };
}

const ntpHeld = (device: Device, side: Side): JsonObject => ({
  server: serversOf(device, side),
  source: "Loopback0",
});

function seeded(device: Device): RouterSeed {
  const other = { name: "1/0/2", description: "nobody declares it", mtu: 9000 };
  const own = isThere(device.port, "base") ? [portHeld(device, "base")] : [];
  const native = {
    version: "17.9",
    hostname: hostnameOf(device, "base"),
    interface: { GigabitEthernet: [...own, other] },
    ntp: ntpHeld(device, "base"),
  };
  return {
    data: { "Vendor-native:native": native, "Vendor-telemetry:telemetry": { interval: 60 } },
    keys: { server: ["ip"] },
  };
}

function itemsOf(device: Device): readonly Item[] {
  const { target, key, host, port } = device;
  const sides = (value: (side: Side) => Json | undefined) => ({
    before: value("base"),
    after: value("desired"),
  });
  return [
    {
      address: `${target}/deviceHostname/${key}`,
      object: `device ${host}/hostname`,
      ...sides((side) => hostnameOf(device, side)),
    },
    {
      address: `${target}/deviceInterface/${key}.GigabitEthernet ${number}`,
      object: `device ${host}/GigabitEthernet ${number}`,
      ...sides((side) => (isThere(port, side) ? portHeld(device, side) : undefined)),
    },
    {
      address: `${target}/deviceConfiguration/${key}./Vendor-native:native/ntp`,
      object: `device ${host}/ntp`,
      ...sides((side) => ntpHeld(device, side)),
    },
  ];
}
