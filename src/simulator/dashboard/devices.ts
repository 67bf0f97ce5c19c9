/** Organizations and devices of the dashboard: lists, uplinks, wireless status. */

import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { withEntry } from "../wire/entries.ts";
import { bare, invalid, json } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import { listReply } from "./pages.ts";
import type { DashboardState, SimDashboardDevice } from "./state.ts";

/** The routes of organizations and devices. */
export const deviceRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/organizations", answer: organizations },
  { method: "GET", path: "/api/v1/organizations/{organizationId}/devices", answer: list },
  { method: "PUT", path: "/api/v1/devices/{serial}", answer: update },
  { method: "GET", path: "/api/v1/devices/{serial}/uplink", answer: uplink },
  { method: "GET", path: "/api/v1/devices/{serial}/wireless/status", answer: wirelessStatus },
];

function organizations(state: DashboardState, call: Call): Answer<DashboardState> {
  const records = [...state.organizations].map(([id, name]) => ({ id, name }));
  return { state, reply: listReply(records, call) };
}

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return { state, reply: bare(404) };
  const own = [...state.devices.values()].filter((device) => device.organizationId === organizationId);
  return { state, reply: listReply(own.map(deviceRecord), call) };
}

const deviceBody = z
  .strictObject({ name: z.string(), tags: z.array(z.string()), networkId: z.string() })
  .partial();

/**
 * Changes a device. A device cannot leave its organization: a request that names a network of another organization gets
 * 200 with `errors`.
 */
function update(state: DashboardState, call: Call): Answer<DashboardState> {
  const { serial = "" } = call.parameters;
  const device = state.devices.get(serial);
  if (device === undefined) return { state, reply: bare(404) };
  const body = deviceBody.safeParse(call.body);
  if (!body.success) return { state, reply: invalid(body.error.issues.map(({ message }) => message)) };
  const { networkId } = body.data;
  const network = networkId === undefined ? undefined : state.networks.get(networkId);
  if (networkId !== undefined && network === undefined) {
    return { state, reply: invalid([`networkId: there is no network ${networkId}`]) };
  }
  if (network !== undefined && network.organizationId !== device.organizationId) {
    return {
      state,
      reply: json(200, { errors: [`device ${serial} cannot be moved to another organization`] }),
    };
  }
  const changed = withDeviceFields(device, body.data);
  const devices = withEntry(state.devices, serial, changed);
  return { state: { ...state, devices }, reply: json(200, deviceRecord(changed)) };
}

function uplink(state: DashboardState, call: Call): Answer<DashboardState> {
  const device = state.devices.get(call.parameters.serial ?? "");
  return { state, reply: device ? json(200, device.seed.uplink ?? []) : bare(404) };
}

function wirelessStatus(state: DashboardState, call: Call): Answer<DashboardState> {
  const status = state.devices.get(call.parameters.serial ?? "")?.seed.wirelessStatus;
  return { state, reply: status ? json(200, status) : bare(404) };
}

/** Returns a device with some of its fields changed. */
export function withDeviceFields(
  device: SimDashboardDevice,
  fields: z.infer<typeof deviceBody>,
): SimDashboardDevice {
  const { name = device.seed.name, tags = device.seed.tags ?? [] } = fields;
  return {
    ...device,
    networkId: fields.networkId ?? device.networkId,
    seed: { ...device.seed, name, tags },
  };
}

function deviceRecord({ seed, networkId }: SimDashboardDevice): JsonObject {
  const { serial, name, model, tags = [] } = seed;
  return { serial, name, model, networkId, tags };
}
