/**
 * What histories must know about a product: how Git declares its resources, and how people find and change them in its
 * user interface.
 */

import type { Address } from "../../../src/model/address.ts";
import type { Resource } from "../../../src/model/desired.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { SimNetwork } from "../../../src/simulator/dashboard/state.ts";
import { withEntry } from "../../../src/simulator/wire/entries.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import { sites } from "./sites.ts";

/** A resource that Git declares. */
export interface DeclaredThing {
  readonly key: string;
  readonly name: string;
  /** The value of the resource's second field. */
  readonly note: string;
  /** The name of the resource's parent. */
  readonly place: string;
}

/** A resource that exists in a product. */
export interface LiveThing extends Omit<DeclaredThing, "key"> {
  readonly id: string;
}

/** A product whose resources have ids and names. */
export interface Shelf {
  readonly target: string;
  readonly kind: string;
  /** The target of the product, as lines of `trueup.yaml`. */
  readonly targets: string;
  /** The names of the possible parents. */
  readonly places: readonly [string, ...string[]];
  /** The path of the second field. If absent, the resources have only a name. */
  readonly notePath?: string;
  readonly isChangeable: boolean;
  readonly isRemovable: boolean;
  /** True if the parent is a field of the resource, so that the resource can be moved back. */
  readonly isMovable?: true;
  /** True if a name exists only once within a parent. */
  readonly isUnique?: true;
  /** True if names that differ only in spelling are different names. */
  readonly isExact?: true;
  /** Settings that the server of the product always has. */
  readonly settings?: Partial<SimulatorSettings>;
  readonly documents: (things: readonly DeclaredThing[]) => readonly JsonObject[];
  /** Returns the servers without any of these resources. */
  readonly emptied: (world: World) => World;
  readonly live: (world: World) => readonly LiveThing[];
  /**
   * Returns the servers after the object with this id got this state. If `thing` is undefined, the object is removed.
   */
  readonly put: (world: World, id: string, thing: Omit<LiveThing, "id"> | undefined) => World;
}

/** Returns the declaration in a loaded resource, in the form that histories use. */
export function declaredIn({ key, value, scope }: Resource): DeclaredThing {
  const { name, tags, type, description, country, parent } = isObject(value) ? value : {};
  const note = String(tags ?? type ?? description ?? country ?? "");
  return { key, name: String(name), note, place: scope.organization ?? String(parent ?? "") };
}

/** Returns the address of a resource in Git, by its key. */
export function addressIn({ target, kind }: Shelf, key: string): Address {
  return `${target}/${kind}/${key}`;
}

const organizations = { Acme: "O_1", Globex: "O_2" } as const;

const cloud: Shelf = {
  target: "cloud",
  kind: "network",
  targets: `  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  places: ["Acme", "Globex"],
  notePath: "/tags",
  isChangeable: true,
  isRemovable: true,
  documents: (things) =>
    Object.keys(organizations).map((organization) => {
      const own = things.filter(({ place }) => place === organization);
      const networks = own.map(({ key, name, note }) => [key, { name, tags: [note] }]);
      return { target: "cloud", organization, networks: Object.fromEntries(networks) };
    }),
  emptied: (world) => ({
    ...world,
    dashboard: {
      ...world.dashboard,
      organizations: new Map(Object.entries(organizations).map(([name, id]) => [id, name])),
      networks: new Map(),
    },
  }),
  live: ({ dashboard: { networks, organizations: names } }) =>
    [...networks].map(([id, { fields, organizationId }]) => ({
      ...{ id, name: String(fields.name), note: String(texts(fields.tags)) },
      place: names.get(organizationId) ?? "",
    })),
  put: (world, id, thing) => {
    const { dashboard } = world;
    const was = dashboard.networks.get(id);
    const organizationId = organizations[thing?.place === "Globex" ? "Globex" : "Acme"];
    const network: SimNetwork | undefined = thing && {
      ...{ organizationId, ssids: was?.ssids ?? new Map(), readyAt: was?.readyAt ?? 0 },
      fields: { timeZone: "Etc/UTC", ...was?.fields, name: thing.name, tags: [thing.note] },
    };
    return { ...world, dashboard: { ...dashboard, networks: withEntry(dashboard.networks, id, network) } };
  },
};

const chat: Shelf = {
  target: "chat",
  kind: "room",
  targets: `  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
`,
  places: [""],
  isChangeable: true,
  isRemovable: true,
  documents: (things) => [{ target: "chat", rooms: byKey(things, ({ name }) => ({ name })) }],
  emptied: (world) => ({ ...world, messaging: { ...world.messaging, rooms: new Map() } }),
  live: ({ messaging }) => [...messaging.rooms].map(([id, { name }]) => ({ id, name, note: "", place: "" })),
  put: (world, id, thing) => {
    const { messaging } = world;
    const room = thing && { members: new Map(), ...messaging.rooms.get(id), name: thing.name };
    return { ...world, messaging: { ...messaging, rooms: withEntry(messaging.rooms, id, room) } };
  },
};

const campus: Shelf = {
  target: "campus",
  kind: "controllerDevice",
  targets: `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`,
  places: [""],
  notePath: "/type",
  isChangeable: false,
  isRemovable: false,
  isExact: true,
  documents: (things) => [
    {
      target: "campus",
      devices: byKey(things, ({ name, note }) => ({ name, type: note, managementIpAddress: "10.1.1.11" })),
    },
  ],
  emptied: (world) => ({ ...world, controller: { ...world.controller, devices: new Map() } }),
  live: ({ controller }) => [...controller.devices].map(([id, one]) => recordOf(id, one, one.type)),
  put: (world, id, thing) => {
    const { controller } = world;
    const besides = { softwareVersion: "16.12", status: "reachable", managementIpAddress: "10.1.1.11" };
    const device = thing && { ...besides, id, name: thing.name, type: thing.note };
    return { ...world, controller: { ...controller, devices: withEntry(controller.devices, id, device) } };
  },
};

const servers: Shelf = {
  target: "servers",
  kind: "serverProfile",
  targets: `  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
`,
  places: [""],
  notePath: "/description",
  isChangeable: true,
  isRemovable: false,
  documents: (things) => [
    { target: "servers", devices: byKey(things, ({ name, note }) => ({ name, description: note })) },
  ],
  emptied: (world) => ({ ...world, servers: { ...world.servers, profiles: new Map() } }),
  live: (world) => [...world.servers.profiles].map(([id, one]) => recordOf(id, one, one.description)),
  put: (world, id, thing) => {
    const besides = { model: "", status: "ok", serial: "" };
    const profile = thing && { ...besides, id, name: thing.name, description: thing.note };
    const profiles = withEntry(world.servers.profiles, id, profile);
    return { ...world, servers: { ...world.servers, profiles } };
  },
};

/** The products of histories. */
export const shelves: readonly [Shelf, ...Shelf[]] = [cloud, chat, campus, servers, sites];

function byKey(
  things: readonly DeclaredThing[],
  said: (thing: DeclaredThing) => JsonObject,
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(things.map((thing) => [thing.key, said(thing)]));
}

function recordOf(id: string, { name }: JsonObject, note: Json | undefined): LiveThing {
  return { id, name: String(name), note: String(note), place: "" };
}

function texts(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
