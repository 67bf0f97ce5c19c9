/**
 * Inventories that can only be read, for the simulation of decisions. A declaration says what the inventory should
 * contain.
 */

import type { JsonObject } from "../../../../src/model/json.ts";
import type { World } from "../../../../src/simulator/world.ts";
import { maybe } from "../../draw.ts";
import type { FieldKind, Held, RealmOf, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, nameOn, type Thing, treeOf } from "../truth.ts";

type Devices = ReadonlyMap<string, JsonObject>;

/** A manager whose inventory can only be read. */
interface Manager {
  readonly target: string;
  readonly kind: string;
  /** Returns the manager's target with these settings, as lines of `trueup.yaml`. */
  readonly targets: (settings: string) => string;
  readonly devices: (world: World) => Devices;
  readonly withDevices: (world: World, devices: Devices) => World;
  /** Fields that only the devices of this manager have. */
  readonly fields?: readonly FieldKind[];
}

const common: readonly FieldKind[] = [
  { path: "/model", values: ["C8300", "C8500", "C8000V"] },
  { path: "/softwareVersion", values: ["17.12.4", "17.12", "17.9"] },
  { path: "/status", values: ["reachable", "unreachable", "unknown"] },
  { path: "/managementIpAddress", values: ["10.9.0.1", "10.9.0.2", "10.9.0.3"] },
];

/** Returns the interface of a manager. In some seeds, its inventory must be declared completely. */
export function inventoryRealm({
  target,
  kind,
  targets,
  devices,
  withDevices,
  fields = [],
}: Manager): RealmOf {
  const shared = {
    ...{ target, kind, canMove: true, isRemovable: false, isProtectable: false, isOnlyShown: true },
    ...{ isCreatable: false, isChangeable: false },
    key: ({ number, was }) => (was ? `was${number}` : `e${number}`),
    keyWithin: (_, own) => own,
    object: (name) => `${target} ${name}`,
  } satisfies Partial<Species>;
  const bySerial: Species = {
    ...shared,
    fields: [...common, ...fields, { path: "/name", values: ["edge", "hub", "spoke"] }],
    name: ({ number }) => `SER${number}`,
    identity: ({ number }) => `SER${number}`,
  };
  const byName: Species = {
    ...shared,
    fields: [...common, ...fields],
    name: ({ number }) => `edge-${number}`,
    identity: ({ number }) => `N${number}`,
    besides: (number) => [["/serial", `N${number}`]],
  };
  const own = ({ species }: Thing) => (species === bySerial ? "serial" : "name");
  const live = (thing: Thing): readonly [string, JsonObject] => {
    const serial = `N${thing.number}`;
    const record = { serial, [own(thing)]: nameOn(thing, "live"), ...treeOf(fieldsOn(thing, "live")) };
    return [record.serial, record];
  };
  return (draw) => {
    const isComplete = maybe(draw, 0.4);
    return {
      species: [bySerial, byName],
      targets: targets(isComplete ? "inventory: complete" : ""),
      ...(isComplete && { complete: [target] }),
      documents: (things, side) =>
        things.map((thing) => ({
          target,
          devices: {
            [keyOn(thing, side)]: { [own(thing)]: nameOn(thing, side), ...treeOf(fieldsOn(thing, side)) },
          },
        })),
      put: (things, world) => withDevices(world, new Map(things.map(live))),
      state: devices,
      held: (world) => heldOf(devices(world), target),
    };
  };
}

/** Returns the devices. A device is known by its serial number if that begins with `SER`, otherwise by its name. */
function heldOf(devices: Devices, target: string): Held {
  return new Map(
    [...devices.values()].map(({ serial, ...rest }) => {
      const isBySerial = String(serial).startsWith("SER");
      const { name, ...others } = rest;
      const leaves = isBySerial ? rest : { ...others, serial: serial ?? null };
      return [`${target} ${String(isBySerial ? serial : name)}`, new Map(leavesOf(leaves))];
    }),
  );
}
