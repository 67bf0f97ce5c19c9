/**
 * Server profiles, for the simulation of decisions. They are matched by serial number or by name, and are created and
 * changed, but never removed.
 */

import type { JsonObject } from "../../../../src/model/json.ts";
import type { World } from "../../../../src/simulator/world.ts";
import { maybe } from "../../draw.ts";
import type { FieldKind, RealmOf, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, nameOn, type Thing, treeOf } from "../truth.ts";

const fields: readonly FieldKind[] = [
  { path: "/model", values: ["M5", "M6", "M7"], byServer: "" },
  { path: "/description", values: ["primary", "standby", "spare"], byServer: "" },
];

const common = {
  target: "servers",
  kind: "serverProfile",
  canMove: true,
  isRemovable: false,
  isProtectable: false,
  key: ({ number, was }) => (was ? `was${number}` : `p${number}`),
  keyWithin: (_, own) => own,
} satisfies Partial<Species>;

const bySerial: Species = {
  ...common,
  fields: [...fields, { path: "/name", values: ["db", "web", "backup"], needed: true }],
  name: ({ number }) => `SER${number}`,
  identity: ({ number }) => `SER${number}`,
  object: (name) => `server ${name}`,
  besides: () => [["/status", "ok"]],
};

const byName: Species = {
  ...common,
  fields,
  canBeRenamed: true,
  name: ({ number, was }) => (was ? `former-${number}` : `srv-${number}`),
  identity: ({ number }) => `N${number}`,
  object: (name) => `server ${name}`,
  besides: (number, isNew) => [
    ["/status", "ok"],
    ["/serial", isNew ? "" : `N${number}`],
  ],
};

const targets = (settings: string) => `  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
    settings: { ${settings} }
`;

/** Draws server profiles. In some seeds, they must be declared completely. */
export const servers: RealmOf = (draw) => {
  const isComplete = maybe(draw, 0.4);
  return {
    species: [bySerial, byName],
    targets: targets(isComplete ? "inventory: complete" : ""),
    ...(isComplete && { complete: ["servers"] }),
    documents: (things, side) =>
      things.map((thing) => ({ target: "servers", devices: { [keyOn(thing, side)]: said(thing, side) } })),
    put: (things, world) => {
      const profiles = new Map(things.map((thing) => [`id-${thing.number}`, recordOf(thing)]));
      return { ...world, servers: { ...world.servers, profiles } };
    },
    state: ({ servers }) => servers.profiles,
    held: ({ servers }: World) => new Map([...servers.profiles.values()].map(heldOf)),
  };
};

function said(thing: Thing, side: "desired" | "base"): JsonObject {
  const own = thing.species === bySerial ? "serial" : "name";
  return { [own]: nameOn(thing, side), ...treeOf(fieldsOn(thing, side)) };
}

function recordOf(thing: Thing): JsonObject {
  const named = thing.species === bySerial ? "serial" : "name";
  return {
    id: `id-${thing.number}`,
    model: "",
    description: "",
    status: "ok",
    serial: `N${thing.number}`,
    [named]: nameOn(thing, "live"),
    ...treeOf(fieldsOn(thing, "live")),
  };
}

/**
 * Returns the state of a profile. A profile is known by its serial number if the number begins with `SER`, and
 * otherwise by its name.
 */
function heldOf({ id: _, serial, name, ...rest }: JsonObject) {
  const isBySerial = String(serial).startsWith("SER");
  const leaves = isBySerial ? { ...rest, name: name ?? null } : { ...rest, serial: serial ?? null };
  return [`server ${String(isBySerial ? serial : name)}`, new Map(leavesOf(leaves))] as const;
}
