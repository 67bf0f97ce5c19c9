/** A product whose catalog uses every setting for fields: which requests contain a field, and in which form. */

import { type KindFile, kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../../src/drivers/index.ts";

const product = productFile.parse({
  product: "depot",
  title: "Depot",
  interface: "servers",
  basePath: "",
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "DELETE", means: "absent" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  checks: ["site"],
});

/** The kinds of ports. Each sends other fields in an update. */
export const portKinds = ["changedPort", "knownPort", "mergedPort"] as const;

const name = { name: { type: "string" } };

function made(kind: string, path: string, more: object): KindFile {
  return kindFile.parse({
    ...{ kind, title: kind, section: `${kind}s`, form: "collection", id: "id", fields: name },
    ...{ list: path, create: `POST ${path}`, update: `PUT ${path}/{id}`, remove: `DELETE ${path}/{id}` },
    ...{ source: "made up", verified: "assumed", ...more },
  });
}

const ref = (refersTo: string | readonly string[], wire: string) => ({ type: "string", refersTo, wire });

const portFields = {
  ...name,
  speed: { type: "string", wire: "speedMode", values: { fast: 2, slow: 1 } },
  serial: { type: "string", access: "readOnly" },
  born: { type: "string", access: "createOnly" },
  later: { type: "string", access: "updateOnly" },
  zone: ref("zone", "zoneId"),
  label: { type: "string" },
  mode: { type: "string" },
  channel: { type: "integer" },
  state: { type: "string", replyOnly: ["learning"] },
  limits: {
    type: "object",
    properties: {
      up: { type: "integer" },
      down: { type: "integer" },
      used: { type: "integer", access: "readOnly" },
    },
  },
  extras: { type: "object", sendsRest: true, properties: { x: { type: "integer" } } },
  members: {
    type: "array",
    identity: ["number"],
    items: {
      type: "object",
      properties: {
        ...{ number: { type: "integer" }, title: { type: "string" } },
        counter: { type: "integer", access: "readOnly" },
      },
    },
  },
};

function port(kind: (typeof portKinds)[number], update: object): KindFile {
  const path = `/sites/{site}/${kind}s`;
  return made(kind, path, {
    ...{ in: "site", required: ["name"], fields: portFields, together: [["mode", "channel"]] },
    update: { method: "PUT", path: `${path}/{id}`, ...update },
  });
}

const inSite = { in: "site", required: ["name"] };

const kinds: readonly KindFile[] = [
  made("crowd", "/crowds", { required: ["name"] }),
  made("site", "/sites", { required: ["name"] }),
  made("zone", "/sites/{site}/zones", inSite),
  made("area", "/sites/{site}/areas", inSite),
  made("spot", "/sites/{site}/areas/{area}/spots", { ...inSite, in: "area" }),
  made("gate", "/sites/{site}/areas/{area}/gates", {
    ...inSite,
    in: "area",
    fields: { ...name, at: ref(["spot", "zone"], "atId"), near: ref(["zone", "crowd"], "nearId") },
  }),
  made("rule", "/sites/{site}/rules", {
    ...{ in: "site", required: ["from", "to"], identity: ["from", "to"] },
    fields: { from: ref("zone", "fromId"), to: ref("zone", "toId"), level: { type: "string" } },
  }),
  made("slot", "/sites/{site}/slots", {
    ...{ in: "site", key: "number", id: "number", identity: "number" },
    ...{ create: "POST /sites/{site}/slots", keySchema: { type: "integer" } },
    fields: { zone: ref("zone", "zoneId"), level: { type: "string" } },
  }),
  port("changedPort", { send: "changed", always: ["name", "zone"] }),
  port("knownPort", { send: "known" }),
  port("mergedPort", { send: "merged" }),
];

/** All drivers, and the driver of depots. */
export const depotDrivers = driversWith({
  names: [{ product: "depot", interface: "servers" }],
  read: () => ({ product, kinds }),
});

/** The project file of depots. */
export const depotProject = `version: 1
environment: virtual
targets:
  depot:
    interface: servers
    dialect: depot
    url: https://depot.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
    limits: { createVisibleSeconds: 2, readinessSeconds: 5 }
`;
