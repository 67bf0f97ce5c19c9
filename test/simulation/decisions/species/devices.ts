/**
 * Routers over RESTCONF, for the simulation of decisions, in two dialects: that of the project's specification, and RFC
 * 8040.
 */

import { pick } from "../../draw.ts";
import type { Realm, RealmOf } from "../species.ts";
import { treeRealm } from "./trees.ts";

const hosts = ["10.20.0.1", "10.20.0.2"] as const;

const targets = (dialect: string) => `  routers:
    interface: restconf
    dialect: ${dialect}
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
`;

const neutral: Realm = {
  ...treeRealm({ target: "routers", hosts, isWhole: false }),
  targets: targets("neutral"),
};

const rfc8040: Realm = {
  ...treeRealm({ target: "routers", hosts, isWhole: true }),
  targets: targets("rfc8040"),
};

/** Routers in the dialect of the specification, in which nothing is created or removed. */
export const devices: RealmOf = () => neutral;

/** The settings in the project file, by which nodes have tags and by the form of errors. */
const settingsBy: ReadonlyMap<string, string> = new Map([
  ["none object", "    settings: { write: put }\n"],
  ["node list", "    settings: { transaction: resource }\n"],
  ["device object", "    settings: { write: yang-patch }\n"],
]);

/**
 * Draws routers in the dialect of RFC 8040. Tags are on each node, on the device, or on nothing. Changes are merged in
 * one request, merged one by one, put, or sent as a YANG Patch.
 */
export const devicesOfRfc8040: RealmOf = (draw) => {
  const restconfEtags = pick(draw, ["node", "device", "none"] as const);
  const restconfErrors = pick(draw, ["list", "object"] as const);
  const written = settingsBy.get(`${restconfEtags} ${restconfErrors}`);
  return {
    ...rfc8040,
    targets: `${rfc8040.targets}${written ?? ""}`,
    settings: { restconfMode: "rfc8040", restconfEtags, restconfErrors },
  };
};
