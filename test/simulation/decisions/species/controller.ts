/**
 * Devices in the inventory of a controller, for the simulation of decisions. They are only added, never changed or
 * removed.
 */

import type { World } from "../../../../src/simulator/world.ts";
import type { Realm, RealmOf, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, nameOn, type Thing, treeOf } from "../truth.ts";

const device: Species = {
  target: "campus",
  kind: "controllerDevice",
  fields: [
    { path: "/type", values: ["Switch 9300", "Switch 9500", "Router 1100"], needed: true },
    { path: "/managementIpAddress", values: ["10.1.1.11", "10.1.1.12", "10.1.1.13"], needed: true },
  ],
  canMove: true,
  canBeRenamed: true,
  isChangeable: false,
  isRemovable: false,
  isProtectable: false,
  key: ({ number, was }) => (was ? `was${number}` : `d${number}`),
  keyWithin: (_, own) => own,
  name: ({ number, was }) => (was ? `former-${number}` : `sw-${number}`),
  object: (name) => `controller ${name}`,
  besides: (_, isNew) => [
    ["/softwareVersion", isNew ? "17.9.4" : "16.12"],
    ["/status", "reachable"],
  ],
};

const realm: Realm = {
  species: [device],
  targets: `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`,
  documents: (things, side) =>
    things.map((thing) => ({
      target: "campus",
      devices: { [keyOn(thing, side)]: { name: nameOn(thing, side), ...treeOf(fieldsOn(thing, side)) } },
    })),
  put: (things, world) => ({ ...world, controller: { ...world.controller, devices: new Map(live(things)) } }),
  state: ({ controller }) => controller.devices,
  held: ({ controller }: World) =>
    new Map(
      [...controller.devices.values()].map(({ id: _, name, ...rest }) => [
        device.object(String(name), undefined),
        new Map(leavesOf(rest)),
      ]),
    ),
};

function live(things: readonly Thing[]) {
  return things.map((thing) => {
    const id = `id-${thing.number}`;
    const besides = { softwareVersion: "16.12", status: "reachable" };
    return [id, { id, name: nameOn(thing, "live"), ...treeOf(fieldsOn(thing, "live")), ...besides }] as const;
  });
}

/** The controller, which is the same in every seed. It shows added devices at once. */
export const controller: RealmOf = () => realm;
