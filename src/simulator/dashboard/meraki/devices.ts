/** Meraki's devices: how they are listed, changed, claimed into networks, and removed from networks. */

import { createHash } from "node:crypto";
import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare, json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import { withDeviceFields } from "../devices.ts";
import type { DashboardState, SimDashboardDevice, SimNetwork } from "../state.ts";
import { notFound, onNetwork, paged, shows, wrong } from "./answers.ts";
import { faultsOf } from "./networks.ts";

/** The routes of devices. */
export const merakiDeviceRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/organizations/{organizationId}/devices", answer: list },
  { method: "GET", path: "/api/v1/networks/{networkId}/devices", answer: onNetwork(inNetwork) },
  { method: "GET", path: "/api/v1/devices/{serial}", answer: read },
  { method: "PUT", path: "/api/v1/devices/{serial}", answer: update },
  { method: "POST", path: "/api/v1/networks/{networkId}/devices/claim", answer: onNetwork(claim) },
  { method: "POST", path: "/api/v1/networks/{networkId}/devices/remove", answer: onNetwork(release) },
];

/** Returns the devices of an organization. Devices that are in no network are left out. */
export function devicesOf(state: DashboardState, organizationId: string): readonly SimDashboardDevice[] {
  return [...state.devices.values()].filter(
    (device) => device.organizationId === organizationId && device.networkId !== null,
  );
}

/** Returns a device's product type, derived from its model. */
export function productOf({ seed }: SimDashboardDevice): string {
  if (seed.model.startsWith("Access Point")) return "wireless";
  return seed.model.startsWith("Switch") ? "switch" : "appliance";
}

/** Returns a MAC address that is always the same for a serial number. */
export function macOf({ seed }: SimDashboardDevice): string {
  const octets = createHash("sha256").update(seed.serial).digest("hex").slice(0, 10).match(/../g) ?? [];
  return ["02", ...octets].join(":");
}

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const wanted = { networkIds: call.query.getAll("networkIds[]"), serials: call.query.getAll("serials[]") };
  const items = devicesOf(state, organizationId)
    .map(record)
    .filter(
      ({ networkId }) => wanted.networkIds.length === 0 || wanted.networkIds.includes(String(networkId)),
    )
    .filter(({ serial }) => wanted.serials.length === 0 || wanted.serials.includes(String(serial)));
  return paged(state, call, { items, by: "serial", standard: 1000, largest: 5000 });
}

function inNetwork(state: DashboardState, { parameters }: Call): Answer<DashboardState> {
  const own = [...state.devices.values()].filter(({ networkId }) => networkId === parameters.networkId);
  return { state, reply: json(200, own.map(record)) };
}

function read(state: DashboardState, { parameters }: Call): Answer<DashboardState> {
  const device = state.devices.get(parameters.serial ?? "");
  return device === undefined ? notFound(state) : shows(state, record(device));
}

const deviceBody = z
  .object({ name: z.string(), tags: z.array(z.string()), notes: z.string().max(255) })
  .partial();

function update(state: DashboardState, { parameters, body }: Call): Answer<DashboardState> {
  const { serial = "" } = parameters;
  const device = state.devices.get(serial);
  if (device === undefined) return notFound(state);
  const sent = deviceBody.safeParse(body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const changed = withDeviceFields(device, sent.data);
  return shows({ ...state, devices: withEntry(state.devices, serial, changed) }, record(changed));
}

/** Claims all of the devices or none. Each device must belong to this organization and must not be in a network. */
function claim(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = z.object({ serials: z.array(z.string()).min(1) }).safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { networkId = "" } = call.parameters;
  const devices = new Map(state.devices);
  for (const serial of sent.data.serials) {
    const device = devices.get(serial);
    if (device?.organizationId !== network.organizationId)
      return wrong(state, `Device ${serial} was not found`);
    if (device.networkId !== null) return wrong(state, `Device ${serial} is already claimed`);
    devices.set(serial, { ...device, networkId });
  }
  return { state: { ...state, devices }, reply: json(200, { serials: sent.data.serials }) };
}

function release(state: DashboardState, { parameters, body }: Call): Answer<DashboardState> {
  const sent = z.object({ serial: z.string() }).safeParse(body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const device = state.devices.get(sent.data.serial);
  if (device?.networkId !== parameters.networkId) return wrong(state, "The device is not in this network");
  const devices = device && withEntry(state.devices, sent.data.serial, { ...device, networkId: null });
  return { state: { ...state, ...(devices && { devices }) }, reply: bare(204) };
}

function record(device: SimDashboardDevice): JsonObject {
  const { serial, name, model, tags = [] } = device.seed;
  const network = device.networkId === null ? {} : { networkId: device.networkId };
  return {
    name,
    lat: 52.5,
    lng: 13.4,
    address: "",
    notes: "",
    tags,
    ...network,
    serial,
    model,
    mac: macOf(device),
    lanIp: "10.0.0.1",
    firmware: "current",
    productType: productOf(device),
    details: [],
  };
}
