/** Devices of the dashboard, for the simulation of decisions. Each refers to its network by key. */

import type { Json, JsonObject } from "../../../../src/model/json.ts";
import type { DashboardState, SimDashboardDevice } from "../../../../src/simulator/dashboard/state.ts";
import type { Held, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, nameOn, type Thing, treeOf } from "../truth.ts";

/**
 * A device of the dashboard. This interface neither creates nor removes devices. The field for the network is drawn
 * elsewhere.
 */
export const dashboardDevice: Species = {
  target: "cloud",
  kind: "dashboardDevice",
  fields: [
    { path: "/name", values: ["ap", "switch", "gateway"], needed: true },
    { path: "/tags", values: [["branch"], ["emea", "new"], ["old"]], byServer: [] },
  ],
  isCreatable: false,
  isRemovable: false,
  canMove: true,
  key: ({ number, was }) => (was ? `was-dev${number}` : `dev${number}`),
  keyWithin: (_, own) => own,
  name: ({ number }) => `Q2-${number}`,
  object: (name) => `device ${name}`,
};

/** The path of the field that refers to a device's network. */
export const networkPath = "/network";

/** Returns the documents of devices, in which each network is named by its key on this side. */
export function deviceDocuments(things: readonly Thing[], side: "desired" | "base"): readonly JsonObject[] {
  return devicesAmong(things).map((thing) => {
    const { network, ...fields } = treeOf(fieldsOn(thing, side));
    const named = network === undefined ? undefined : networkNamed(thing, side);
    const device = {
      ...{ serial: nameOn(thing, side), ...fields },
      ...(named && { network: keyOn(named, side) }),
      ...(thing.protect && { protect: true }),
    };
    return { target: "cloud", organization: "Acme", devices: { [keyOn(thing, side)]: device } };
  });
}

/** Returns the dashboard with these devices in their networks. */
export function withDevices(state: DashboardState, things: readonly Thing[]): DashboardState {
  const devices = devicesAmong(things).map((thing): [string, SimDashboardDevice] => {
    const { name, tags } = treeOf(fieldsOn(thing, "live"));
    const serial = nameOn(thing, "live");
    const network = networkNamed(thing, "live");
    const seed = { serial, name: String(name), model: "MR46", tags: texts(tags) };
    return [serial, { organizationId: "O_1", networkId: network ? `L_${network.number}` : null, seed }];
  });
  return { ...state, devices: new Map(devices) };
}

/** Returns the devices, each with the key that its network has in Git. */
export function heldDevices({ devices, networks }: DashboardState): Held {
  return new Map(
    [...devices].map(([serial, { networkId, seed }]) => {
      const { name, tags = [] } = seed;
      const number = /\d+$/.exec(String(networks.get(networkId ?? "")?.fields.name ?? ""))?.[0];
      const network = networkId === null ? {} : { network: number === undefined ? "gone" : `n${number}` };
      return [dashboardDevice.object(serial, undefined), new Map(leavesOf({ name, tags, ...network }))];
    }),
  );
}

function devicesAmong(things: readonly Thing[]): readonly Thing[] {
  return things.filter(({ species }) => species === dashboardDevice);
}

function networkNamed({ fields }: Thing, side: "desired" | "base" | "live"): Thing | undefined {
  const field = fields.find(({ path }) => path === networkPath);
  const letter = field?.row[side] ?? "-";
  return letter === "-" ? undefined : field?.names?.[letter];
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
