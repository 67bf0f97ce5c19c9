/** Parts of the trees of devices, and interfaces of devices, for the simulation of decisions over any protocol. */

import { isArray, isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import { restconfState } from "../../../../src/simulator/restconf/state.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { FieldKind, Held, Realm, Species } from "../species.ts";
import { fieldsOn, leavesOf, type Thing, treeOf } from "../truth.ts";

/**
 * Two devices of a target. Only the declared parts of the first device are managed; the second is managed as a whole
 * (exclusive).
 */
interface Fleet {
  readonly target: string;
  readonly hosts: readonly [string, string];
  /** The address of the first device, if the hosts are names. */
  readonly address?: string;
  /** True if parts can be created and removed. */
  readonly isWhole: boolean;
  /** Returns the leaves that a list element has by default, whether or not they were set. */
  readonly unset?: (world: World) => JsonObject;
}

const native = "Vendor-native:native";

/** Returns a field in an element of the list `server`, whose key is `ip`. */
function server(ip: string, more: Partial<FieldKind> = {}): FieldKind {
  return { path: `/server/${ip}/weight`, element: `/server/${ip}`, values: [1, 2, 3], ...more };
}

const fields: readonly FieldKind[] = [
  { path: "/source", values: ["Loopback0", "Loopback1", "Loopback2"] },
  { path: "/aaa/most", values: [100, 200, 300] },
  { path: "/aaa/least", values: [1, 2, 3], needed: true },
  server("10.0.0.5", { needed: true }),
  server("10.0.0.6"),
  server("10.0.0.7"),
];

/** The data model of the devices: all leaves that exist. */
const model: JsonObject = {
  [native]: {
    ...Object.fromEntries(
      Array.from({ length: 80 }, (_, number) => [
        `part${number}`,
        { source: "", aaa: { most: 1, least: 1 }, server: [{ ip: "", weight: 1 }] },
      ]),
    ),
    interface: {
      GigabitEthernet: [
        { name: "", description: "", mtu: 1, ip: { address: { primary: { address: "", mask: "" } } } },
      ],
    },
  },
};

/** Returns the realm of such devices, without its targets and settings. */
export function treeRealm(fleet: Fleet): Omit<Realm, "targets"> {
  const { target, hosts, isWhole } = fleet;
  const common = {
    target,
    isCreatable: isWhole,
    isSentWhole: true,
    isRemovable: isWhole,
    keyWithin: (_: string, own: string) => own,
  };
  const partOf = (device: "r1" | "r2", host: string): Species => ({
    ...common,
    kind: "deviceConfiguration",
    fields,
    isExclusive: device === "r2",
    isProtectable: false,
    key: ({ number }) => `${device}./${native}/part${number}`,
    name: ({ number }) => `part${number}`,
    object: (name) => `router ${host} ${name}`,
  });
  const port: Species = {
    ...common,
    kind: "deviceInterface",
    isSentWhole: false,
    fields: [
      { path: "/description", values: ["uplink", "to the core", "spare"] },
      { path: "/ip/address", values: [fleet.address ?? hosts[0], "10.20.1.6", "10.20.1.9"], needed: true },
      { path: "/ip/mask", values: ["255.255.255.0", "255.255.0.0", "255.255.255.128"], needed: true },
    ],
    key: ({ number }) => `r1.GigabitEthernet 1/0/${number}`,
    name: ({ number }) => `1/0/${number}`,
    object: (name) => `router ${hosts[0]} port ${name}`,
    besides: (_, isNew) => (isNew ? [] : [["/mtu", 1400]]),
  };
  const [first, second] = [partOf("r1", hosts[0]), partOf("r2", hosts[1])];
  return {
    species: [first, port, second],
    documents: (things, side) =>
      (["r1", "r2"] as const).flatMap((device, at) => {
        const parts = things.filter(({ species }) => species === [first, second][at]);
        const ports = things.filter(({ species }) => species === port && device === "r1");
        if (parts.length + ports.length === 0) return [];
        return [
          {
            target,
            devices: { [device]: { host: hosts[at] ?? "", ...saidOf({ device, parts, ports }, side) } },
          },
        ];
      }),
    put: (things, world) => {
      const seeds = hosts.map((host, at) => {
        const parts = things.filter(({ species }) => species === [first, second][at]);
        const ports = things.filter(({ species }) => species === port && at === 0);
        return [host, { data: liveOf(parts, ports), keys: { server: ["ip"] }, model }] as const;
      });
      const { routers } = restconfState(Object.fromEntries(seeds));
      return { ...world, restconf: { routers: new Map([...world.restconf.routers, ...routers]) } };
    },
    state: ({ restconf }) => restconf,
    held: (world) => {
      const unset = fleet.unset?.(world) ?? {};
      return new Map(hosts.flatMap((host) => [...heldOn(world, { host, unset })]));
    },
  };
}

interface Declared {
  readonly device: "r1" | "r2";
  readonly parts: readonly Thing[];
  readonly ports: readonly Thing[];
}

/** Returns a device as Git declares it. */
function saidOf({ device, parts, ports }: Declared, side: "desired" | "base"): JsonObject {
  const isOther = side === "base" && [...parts, ...ports].some(({ ownedOtherwise }) => ownedOtherwise);
  const isExclusive = (device === "r2") !== isOther;
  const keys = parts.map((thing) => [`/${native}/part${thing.number}/server`, ["ip"]]);
  const config = parts.map((thing) => [`/${native}/part${thing.number}`, dataOf(thing, side)]);
  const interfaces = ports.map((thing) => [
    `GigabitEthernet ${thing.species.name({ number: thing.number, was: false })}`,
    {
      ...treeOf(fieldsOn(thing, side)),
      ...(thing.protect && !thing.isProtectedAround && { protect: true }),
      // On a protected device, this interface is protected too, although it has an ownership of its own.
      ...(thing.isProtectedAround && thing.number % 3 > 0 && { ownership: "declared" }),
    },
  ]);
  return {
    ...(isExclusive && { ownership: "exclusive" }),
    ...([...parts, ...ports].some(({ isProtectedAround }) => isProtectedAround) && { protect: true }),
    keys: Object.fromEntries(keys),
    ...(config.length > 0 && { config: Object.fromEntries(config) }),
    ...(interfaces.length > 0 && { interfaces: Object.fromEntries(interfaces) }),
  };
}

/** Returns a resource on a side as the device's data. The elements become a list. */
function dataOf(thing: Thing, side: "desired" | "base" | "live"): JsonObject {
  const { server: servers, ...rest } = treeOf(fieldsOn(thing, side));
  if (servers === undefined || !isObject(servers)) return rest;
  const list = Object.entries(servers).map(([ip, more]) => ({ ip, ...(isObject(more) && more) }));
  return { ...rest, server: side === "live" ? list.toReversed() : list };
}

function liveOf(parts: readonly Thing[], ports: readonly Thing[]): JsonObject {
  const data = parts.map((thing) => [`part${thing.number}`, dataOf(thing, "live")]);
  const list = ports.map((thing): JsonObject => {
    const { ip, ...rest } = treeOf(fieldsOn(thing, "live"));
    const name = thing.species.name({ number: thing.number, was: false });
    return { name, ...rest, mtu: 1400, ...(ip !== undefined && { ip: { address: { primary: ip } } }) };
  });
  const other = { name: "9/9/9", description: "somebody's" };
  const interfaces = { interface: { GigabitEthernet: [...list, other] } };
  return { [native]: { version: "17.9", hostname: "router", ...Object.fromEntries(data), ...interfaces } };
}

function heldOn(
  { restconf }: World,
  { host, unset }: { readonly host: string; readonly unset: JsonObject },
): Held {
  const tree = restconf.routers.get(host)?.data[native];
  if (tree === undefined || !isObject(tree)) return new Map();
  const parts = Object.entries(tree).filter(([name]) => name.startsWith("part"));
  const inner = tree.interface;
  const list = inner !== undefined && isObject(inner) ? inner.GigabitEthernet : undefined;
  const ports = list !== undefined && isArray(list) ? list.filter(isObject) : [];
  const own = ports.filter(({ name }) => name !== "9/9/9");
  return new Map([
    ...parts.map(
      ([name, part]) => [`router ${host} ${name}`, new Map(leavesOf(byKey(part, unset)))] as const,
    ),
    ...own.map(
      ({ name, ...rest }) =>
        [`router ${host} port ${String(name)}`, new Map(leavesOf(flatIp(rest)))] as const,
    ),
  ]);
}

/** Returns an interface in the form of Git, which has the address directly in `ip`. */
function flatIp({ ip, ...rest }: JsonObject): Json {
  const address = ip !== undefined && isObject(ip) ? ip.address : undefined;
  const primary = address !== undefined && isObject(address) ? address.primary : undefined;
  return primary === undefined ? rest : { ...rest, ip: primary };
}

/** Returns a part in the form that the checks use, in which the elements of a list are fields named by their key. */
function byKey(part: Json, unset: JsonObject): Json {
  if (!isObject(part) || part.server === undefined || !isArray(part.server)) return part;
  const elements = part.server.filter(isObject).map(({ ip, ...more }) => [String(ip), { ...unset, ...more }]);
  return { ...part, server: Object.fromEntries(elements) };
}
