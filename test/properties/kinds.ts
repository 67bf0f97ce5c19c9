/** Small kinds and drivers for the tests of observe, diff and plan. They are independent of the real drivers. */

import { z } from "zod";
import type { Dialect, Driver, Kind } from "../../src/drivers/contract/contract.ts";
import { isObject } from "../../src/model/json.ts";

function kindOf(part: Pick<Kind, "name" | "collection"> & Partial<Kind>): Kind {
  return {
    title: part.name,
    place: { within: "file", section: `${part.name}s` },
    schema: z.json(),
    secrets: [],
    canonical: (value) => value,
    identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
    ...part,
  };
}

const organization = kindOf({
  name: "organization",
  observed: true,
  collection: { name: "organizations", scopeKeys: [], absence: "list" },
});

const network = kindOf({
  name: "network",
  collection: { name: "networks", scopeKeys: ["organization"], within: "organization", absence: "list" },
});

const ssid = kindOf({
  name: "ssid",
  createdByPath: true,
  title: "SSID",
  place: { within: "network", section: "ssids" },
  secrets: ["/password"],
  collection: { name: "ssids", scopeKeys: ["organization"], within: "network", absence: "list" },
  identity: ({ key }) => key.slice(key.lastIndexOf(".") + 1),
});

const tenant = kindOf({
  name: "tenant",
  createdByPath: true,
  collection: { name: "object", scopeKeys: ["tenant"], absence: "item" },
  identity: ({ key }) => `uni/tn-${key}`,
});

const managedObject = kindOf({
  name: "managedObject",
  createdByPath: true,
  title: "managed object",
  collection: { name: "object", scopeKeys: ["managedObject"], absence: "item" },
  prerequisites: ({ identity }) => {
    const parts = identity.split("/");
    return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join("/"));
  },
});

const tree = { name: "tree", scopeKeys: ["host"], absence: "list" } as const;

const hostname = kindOf({
  name: "hostname",
  createdByPath: true,
  place: { within: "device", section: "hostname", single: true },
  collection: tree,
  exclusive: ["host"],
  identity: ({ scope }) => `${scope.host} hostname`,
});

const port = kindOf({
  name: "port",
  createdByPath: true,
  place: { within: "device", section: "ports" },
  collection: tree,
  exclusive: ["host"],
  identity: ({ key, scope }) => `${scope.host} ${key.slice(key.indexOf(".") + 1)}`,
});

type Operations = Dialect["operations"][string];
const shown: Operations = { read: "shown", create: "shown", update: "shown", remove: "shown" };

/** Returns a dialect in which every kind has every operation. `operations` overrides the operations of single kinds. */
export function dialectOf(operations: Readonly<Record<string, Partial<Operations>>> = {}): Dialect {
  const names = [...cloud.kinds, ...fabric.kinds, ...routers.kinds].map(({ name }) => name);
  return {
    name: "test",
    operations: Object.fromEntries(names.map((name) => [name, { ...shown, ...operations[name] }])),
    limits: { requestsPerSecond: 5, concurrency: 5 },
    replies: [],
  };
}

function driverOf(part: Pick<Driver, "interface" | "kinds"> & Partial<Driver>): Driver {
  return {
    holders: [],
    fileFields: [],
    dialects: {},
    settings: z.json(),
    credential: z.json(),
    fleet: false,
    checks: [],
    dialect: () => dialectOf(),
    open: () => {
      throw new Error("these tests open their sessions themselves");
    },
    ...part,
  };
}

/** A driver that lists organizations, their networks, and the networks' SSIDs. */
export const cloud = driverOf({ interface: "dashboard", kinds: [organization, network, ssid] });

/** A driver that reads each object by its path. A probe reads the root. */
export const fabric = driverOf({
  interface: "fabric",
  kinds: [tenant, managedObject],
  probe: { collection: "root", scope: {}, wanted: [] },
});

/** A driver that reads one tree for each device. */
export const routers = driverOf({ interface: "restconf", kinds: [hostname, port] });

/** The driver of each target in the tests. */
export const driversByTarget: ReadonlyMap<string, Driver> = new Map([
  ["cloud", cloud],
  ["fabric", fabric],
  ["routers", routers],
]);

/** Returns the kind of these drivers that has this name. */
export function kindNamed(name: string): Kind {
  const found = [...cloud.kinds, ...fabric.kinds, ...routers.kinds].find((kind) => kind.name === name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}
