/** Products whose servers keep their objects in a map by id. Each product has one object. */

import type { JsonObject } from "../../../src/model/json.ts";
import { type CatalystThing, freshCatalyst } from "../../../src/simulator/controller/catalyst/state.ts";
import { withEntry } from "../../../src/simulator/wire/entries.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Product } from "./products.ts";

/** Texts that a server may spell differently, shorten or trim. */
export const texts = [
  "Uplink to  the Core ",
  "Zu\u0308rich lab",
  "kept by hand\r\nsince May",
  "a, b,c",
] as const;
/** The user and the password of a target. */
export const credentials =
  "{ username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }";

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

/** Returns the functions that find and replace the object of a product whose server has a map of objects by id. */
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

/** These products, each with one object. */
export const managers: readonly Product[] = [servers, intersight, vmanage, fmc, catalyst, webex];
