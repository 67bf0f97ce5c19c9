/** Parts of routers' trees, as decisions are drawn of them: on one device as declared, on another exclusively. */

import { isArray, isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import { restconfState } from "../../../../src/simulator/restconf/state.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { FieldKind, Realm, RealmOf, Species } from "../species.ts";
import { fieldsOn, leavesOf, type Thing, treeOf } from "../truth.ts";

const native = "Vendor-native:native";

/** An element of the list `server`, whose key is `ip`, with one more leaf. */
function server(ip: string, more: Partial<FieldKind> = {}): FieldKind {
  return { path: `/server/${ip}/weight`, element: `/server/${ip}`, values: [1, 2, 3], ...more };
}

function partOf(host: string, device: string, isExclusive: boolean): Species {
  return {
    target: "routers",
    kind: "deviceConfiguration",
    fields: [
      { path: "/source", values: ["Loopback0", "Loopback1", "Loopback2"] },
      { path: "/limits/most", values: [100, 200, 300] },
      { path: "/limits/least", values: [1, 2, 3], needed: true },
      server("10.0.0.5", { needed: true }),
      server("10.0.0.6"),
      server("10.0.0.7"),
    ],
    isCreatable: false,
    isRemovable: false,
    isExclusive,
    key: ({ number }) => `${device}./${native}/part${number}`,
    keyWithin: (_, own) => own,
    name: ({ number }) => `part${number}`,
    object: (name) => `router ${host} ${name}`,
  };
}

const hosts = { r1: "10.20.0.1", r2: "10.20.0.2" };
const declared = partOf(hosts.r1, "r1", false);
const exclusive = partOf(hosts.r2, "r2", true);

/** The routers. */
const realm: Realm = {
  species: [declared, exclusive],
  targets: `  routers:
    interface: restconf
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
`,
  documents: (things, side) =>
    [declared, exclusive].flatMap((species): readonly JsonObject[] => {
      const own = things.filter((thing) => thing.species === species);
      if (own.length === 0) return [];
      const keys = own.map((thing) => [`/${native}/part${thing.number}/server`, ["ip"]]);
      const config = own.map((thing) => [`/${native}/part${thing.number}`, dataOf(thing, side)]);
      const { r1, r2 } = hosts;
      const device = {
        ...(species === declared ? { host: r1 } : { host: r2, ownership: "exclusive" }),
        keys: Object.fromEntries(keys),
        config: Object.fromEntries(config),
      };
      return [{ target: "routers", devices: { [species === declared ? "r1" : "r2"]: device } }];
    }),
  put: (things, world) => {
    const seeds = [declared, exclusive].map((species) => {
      const own = things.filter((thing) => thing.species === species);
      const parts = own.map((thing) => [`part${thing.number}`, dataOf(thing, "live")]);
      const data = { [native]: { version: "17.9", hostname: "router", ...Object.fromEntries(parts) } };
      return [species === declared ? hosts.r1 : hosts.r2, { data, keys: { server: ["ip"] } }];
    });
    const { routers } = restconfState(Object.fromEntries(seeds));
    return { ...world, restconf: { routers: new Map([...world.restconf.routers, ...routers]) } };
  },
  state: (world) => world.restconf,
  held: ({ restconf }: World) =>
    new Map(
      [...restconf.routers].flatMap(([host, { data }]) => {
        if (!Object.values(hosts).includes(host)) return [];
        const tree = data[native];
        return Object.entries(tree !== undefined && isObject(tree) ? tree : {})
          .filter(([name]) => name.startsWith("part"))
          .map(([name, part]) => [`router ${host} ${name}`, new Map(leavesOf(byKey(part)))] as const);
      }),
    ),
};

/** It is the same in every seed. */
export const devices: RealmOf = () => realm;

/** Elements of the list by their keys become the list. */
function dataOf(thing: Thing, side: "desired" | "base" | "live"): JsonObject {
  const { server: servers, ...rest } = treeOf(fieldsOn(thing, side));
  if (servers === undefined || !isObject(servers)) return rest;
  const list = Object.entries(servers).map(([ip, more]) => ({ ip, ...(isObject(more) && more) }));
  return { ...rest, server: side === "live" ? list.toReversed() : list };
}

/** The list becomes its elements by their keys. */
function byKey(part: Json): Json {
  if (!isObject(part) || part.server === undefined || !isArray(part.server)) return part;
  const elements = part.server.filter(isObject).map(({ ip, ...more }) => [String(ip), more]);
  return { ...part, server: Object.fromEntries(elements) };
}
