/** One thing of each product: how Git says it, where its server holds it, and which of its fields are of which kind. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type Pointer, segments, at as valueAt } from "../../../src/model/pointer.ts";
import { type CatalystThing, freshCatalyst } from "../../../src/simulator/controller/catalyst/state.ts";
import { withEntry } from "../../../src/simulator/wire/entries.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World, WorldSeed } from "../../../src/simulator/world.ts";
import { routers } from "./routers.ts";

/** What a field may be, and so what a server may make of it. */
export type FieldKind = "text" | "number" | "numberText" | "texts" | "verdict";

/** A field that Git declares. */
export interface Field {
  /** In Git, below the thing. */
  readonly path: Pointer;
  /** In what the server holds of the thing. */
  readonly held: Pointer;
  readonly is: FieldKind;
  /** What Git may declare, and people may set. */
  readonly values: readonly [Json, Json, ...Json[]];
  /** The field beside it, of the same holder, from which a server may work it out; and how many times that is. */
  readonly from?: string;
  /** True: no text of it is ever remembered as kept in another form. */
  readonly decides?: true;
}

/** A product, with one thing of it. */
export interface Product {
  readonly name: string;
  readonly target: string;
  readonly kind: string;
  /** Its target in `trueup.yaml`. */
  readonly targets: string;
  readonly settings: Partial<SimulatorSettings>;
  readonly seed: WorldSeed;
  readonly fields: readonly Field[];
  /** True: nothing tells of which type its fields are, so nothing is remembered as kept in another form. */
  readonly isUntyped?: true;
  /** The file that declares the thing with these fields. */
  readonly document: (fields: JsonObject) => JsonObject;
  /** What its server holds of the thing; undefined: it is not there. */
  readonly held: (world: World) => JsonObject | undefined;
  /** With something else of it. */
  readonly hold: (world: World, held: JsonObject) => World;
}

/** Texts that a server may spell, cut or trim. */
const texts = ["Uplink to  the Core ", "Zu\u0308rich lab", "kept by hand\r\nsince May", "a, b,c"] as const;
const lists = [
  ["b", "A"],
  ["core", "Access", "10"],
  ["x", "B", "a"],
] as const;

const credentials =
  "{ username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }";

const cloud: Product = {
  ...{ name: "dashboard", target: "cloud", kind: "network", settings: {} },
  targets: `  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
  fields: [
    { path: "/tags", held: "/tags", is: "texts", values: lists },
    {
      path: "/netflow/collectorPort",
      held: "/netflow/collectorPort",
      is: "number",
      values: [2055, 9995, 4739],
    },
  ],
  document: (fields) => ({
    target: "cloud",
    organization: "Acme",
    networks: { one: { name: "One", ...fields } },
  }),
  ...network(),
};

const meraki: Product = {
  ...{ name: "meraki", target: "meraki", kind: "network", settings: { dashboardMode: "meraki" } },
  targets: `  meraki:
    interface: dashboard
    dialect: meraki
    url: https://meraki.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
  fields: [
    { path: "/notes", held: "/notes", is: "text", values: texts },
    { path: "/tags", held: "/tags", is: "texts", values: lists },
  ],
  document: (fields) => ({
    target: "meraki",
    organization: "Acme",
    networks: { one: { name: "One", ...fields } },
  }),
  ...network(),
};

function network(): Pick<Product, "held" | "hold"> {
  const found = ({ dashboard }: World) =>
    [...dashboard.networks].find(([, { fields }]) => fields.name === "One");
  return {
    held: (world) => found(world)?.[1].fields,
    hold: (world, fields) => {
      const [id, one] = found(world) ?? [];
      const { dashboard } = world;
      if (id === undefined || !one) return world;
      return {
        ...world,
        dashboard: { ...dashboard, networks: withEntry(dashboard.networks, id, { ...one, fields }) },
      };
    },
  };
}

const fabric = (name: string, settings: Partial<SimulatorSettings>, more: string): Product => ({
  ...{ name, target: "fabric", kind: "tenant", settings, seed: {} },
  targets: `  fabric:
    interface: fabric
    url: https://fabric.example.net
${more}`,
  fields: [
    { path: "/description", held: name === "apic" ? "/descr" : "/description", is: "text", values: texts },
  ],
  document: (fields) => ({ target: "fabric", tenants: { One: fields } }),
  held: ({ fabric: { objects } }) => objects.get("uni/tn-One")?.attributes,
  hold: (world, held) => {
    const { objects } = world.fabric;
    const one = objects.get("uni/tn-One");
    const attributes = Object.fromEntries(Object.entries(held).map(([key, value]) => [key, String(value)]));
    return one
      ? {
          ...world,
          fabric: { ...world.fabric, objects: withEntry(objects, "uni/tn-One", { ...one, attributes }) },
        }
      : world;
  },
});

const servers: Product = {
  ...{ name: "servers", target: "servers", kind: "serverProfile", settings: {} },
  targets: `  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
`,
  seed: {},
  fields: [{ path: "/description", held: "/description", is: "text", values: texts }],
  document: (fields) => ({ target: "servers", devices: { one: { name: "One", ...fields } } }),
  ...inMap({
    all: (world) => world.servers.profiles,
    isOne: ({ name }) => name === "One",
    of: (one) => one,
    with: (world, profiles) => ({ ...world, servers: { ...world.servers, profiles } }),
    made: (_, held) => held,
  }),
};

const intersight: Product = {
  ...{ name: "intersight", target: "dc", kind: "ethernetQosPolicy", settings: { serversMode: "intersight" } },
  targets: `  dc:
    interface: servers
    dialect: intersight
    url: https://intersight.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
`,
  seed: {},
  fields: [
    { path: "/description", held: "/Description", is: "text", values: texts },
    { path: "/mtu", held: "/Mtu", is: "number", values: [9000, 1400, 4000] },
    {
      path: "/priority",
      held: "/Priority",
      is: "verdict",
      values: ["Gold", "Silver", "Bronze"],
      decides: true,
    },
    { path: "/burst", held: "/Burst", is: "number", values: [20_480, 1024, 8000], from: "Mtu" },
  ],
  document: (fields) => ({
    target: "dc",
    organization: "default",
    policies: { ethernetQos: { one: { name: "One", ...fields } } },
  }),
  ...inMap({
    all: (world) => world.servers.intersight?.objects ?? new Map<string, JsonObject>(),
    isOne: ({ Name }) => Name === "One",
    of: (one) => one,
    with: (world, objects) => {
      const { intersight: own } = world.servers;
      return own ? { ...world, servers: { ...world.servers, intersight: { ...own, objects } } } : world;
    },
    made: (_, held) => held,
  }),
};

const vmanage: Product = {
  ...{ name: "vmanage", target: "wan", kind: "siteList", settings: { sdwanMode: "vmanage" }, seed: {} },
  targets: `  wan:
    interface: sdwan
    dialect: vmanage
    url: https://vmanage.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
`,
  fields: [
    {
      ...{ path: "/entries", held: "/entries", is: "texts" },
      values: [
        [{ siteId: "100" }],
        [{ siteId: "20" }, { siteId: "100-199" }],
        [{ siteId: "7" }, { siteId: "8" }],
      ],
    },
  ],
  document: (fields) => ({ target: "wan", policyLists: { siteLists: { one: { name: "One", ...fields } } } }),
  ...inMap({
    all: (world) => world.sdwan.vmanage?.objects ?? new Map(),
    isOne: ({ value }) => value.name === "One",
    of: ({ value }) => value,
    with: (world, objects) => {
      const { vmanage: own } = world.sdwan;
      return own ? { ...world, sdwan: { ...world.sdwan, vmanage: { ...own, objects } } } : world;
    },
    made: (one, value) => ({ ...one, value }),
  }),
};

const fmc: Product = {
  ...{ name: "fmc", target: "wall", kind: "host", settings: { firewallMode: "fmc" }, seed: {} },
  targets: `  wall:
    interface: firewall
    dialect: fmc
    url: https://fmc.example.net
    credential: { username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }
`,
  fields: [{ path: "/description", held: "/description", is: "text", values: texts }],
  document: (fields) => ({
    target: "wall",
    objects: { hosts: { one: { name: "One", value: "10.0.0.1", ...fields } } },
  }),
  ...inMap({
    all: (world) => world.firewall.fmc?.objects ?? new Map<string, JsonObject>(),
    isOne: ({ name }) => name === "One",
    of: (one) => one,
    with: (world, objects) => {
      const { fmc: own } = world.firewall;
      return own ? { ...world, firewall: { ...world.firewall, fmc: { ...own, objects } } } : world;
    },
    made: (_, held) => held,
  }),
};

const catalyst: Product = {
  ...{
    name: "catalyst-center",
    target: "campus",
    kind: "tag",
    settings: { controllerMode: "catalyst-center" },
  },
  targets: `  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: ${credentials}
`,
  seed: {},
  fields: [{ path: "/description", held: "/description", is: "text", values: texts }],
  document: (fields) => ({ target: "campus", tags: { one: { name: "One", ...fields } } }),
  ...inMap<CatalystThing>({
    all: ({ controller }) => (controller.catalyst ?? freshCatalyst).things,
    isOne: ({ value }) => value.name === "One",
    of: ({ value }) => value,
    with: (world, things) => {
      const { catalyst: own = freshCatalyst } = world.controller;
      return { ...world, controller: { ...world.controller, catalyst: { ...own, things } } };
    },
    made: (one, value) => ({ ...one, value }),
  }),
};

const webex: Product = {
  ...{ name: "webex", target: "chat", kind: "room", settings: { messagingMode: "webex" }, seed: {} },
  targets: `  chat:
    interface: messaging
    dialect: webex
    url: https://webex.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
`,
  fields: [{ path: "/description", held: "/description", is: "text", values: texts }],
  document: (fields) => ({ target: "chat", rooms: { one: { name: "One", ...fields } } }),
  ...inMap({
    all: (world) => world.messaging.webex ?? new Map(),
    isOne: ({ value }) => value.title === "One",
    of: ({ value }) => value,
    with: (world, records) => ({ ...world, messaging: { ...world.messaging, webex: records } }),
    made: (one, value) => ({ ...one, value }),
  }),
};

/** A thing that is one of a map. */
function inMap<T>(map: {
  readonly all: (world: World) => ReadonlyMap<string, T>;
  readonly isOne: (one: T) => boolean;
  readonly of: (one: T) => JsonObject;
  readonly with: (world: World, all: ReadonlyMap<string, T>) => World;
  readonly made: (one: T, held: JsonObject) => T;
}): Pick<Product, "held" | "hold"> {
  const found = (world: World) => [...map.all(world)].find(([, one]) => map.isOne(one));
  return {
    held: (world) => {
      const [, one] = found(world) ?? [];
      return one && map.of(one);
    },
    hold: (world, held) => {
      const [id, one] = found(world) ?? [];
      return id === undefined || !one
        ? world
        : map.with(world, withEntry(map.all(world), id, map.made(one, held)));
    },
  };
}

/** All of them. */
export const products: readonly [Product, ...Product[]] = [
  cloud,
  meraki,
  fabric("fabric", {}, "    credential: { token: { secret: env:TOKEN } }\n"),
  fabric("apic", { fabricMode: "apic" }, `    dialect: apic\n    credential: ${credentials}\n`),
  ...[servers, intersight, vmanage, fmc, catalyst, webex],
  ...routers,
];

/** What stands in a field of a thing now. */
export function liveIn({ held }: Product, world: World, field: Field): Json | undefined {
  const thing = held(world);
  return thing && valueAt(thing, field.held);
}

/** The world in which somebody has set a field by hand. */
export function setByHand(
  product: Product,
  world: World,
  { field, value }: { field: Field; value: Json },
): World {
  const thing = product.held(world);
  return thing ? product.hold(world, withValue(thing, segments(field.held), value)) : world;
}

/** An object with a value at a path; the elements of lists by their numbers. */
export function withValue(of: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...of, [name]: value };
  const inner = of[name] ?? {};
  const [index = "", ...below] = rest;
  if (isArray(inner)) {
    const element = inner[Number(index)] ?? {};
    return {
      ...of,
      [name]: inner.with(Number(index), isObject(element) ? withValue(element, below, value) : value),
    };
  }
  return { ...of, [name]: withValue(isObject(inner) ? inner : {}, rest, value) };
}
